// How the bodies of a model hang together: which joints make the tree, which close loops, and what
// becomes of massless parts.
//
// The tree is grown from ground by the joint with the fewest degrees of freedom, then the smallest
// depth, then the order in the file: few coordinates and rows, short loops. Driven joints and those
// whose coordinate is used elsewhere are taken first; `cut: true` and `cut: false` are obeyed.
//
// Massless parts: a rod with ball joints (or a ball and a universal joint) at its ends is a distance
// constraint; a link on a revolute with a ball at its end is a distance and a plane; any other
// massless body is legal when what hangs on it in the tree has inertia.
#pragma once

#include <string>
#include <vector>

#include "takt/model/model.hpp"

namespace takt::mechanism {

struct Topology {
  struct TreeJoint {
    int joint = -1;         // of the model; -1 on ground
    int parent = 0;         // body
    bool reversed = false;  // the tree goes from the outboard to the inboard body
  };
  std::vector<int> order;        // bodies, ground first, parents before children, subtrees together
  std::vector<TreeJoint> to;     // by body: the joint that carries it; joint -1: not in the tree
  std::vector<int> cut;          // joints that close loops, in the order of the model
  std::vector<bool> eliminated;  // by body: a massless part replaced by constraints
  std::vector<bool> replaced;    // by joint: belongs to an eliminated body
  std::vector<Constraint> extra;  // what replaces massless parts
  struct Rod {                    // an eliminated body: its ends, in the order of its constraint
    int body = 0, joint[2] = {-1, -1};
    int extra = 0;         // the distance among `extra`
    bool straight = true;  // else it is a link on a revolute, which a plane holds besides
  };
  std::vector<Rod> rods;

  bool in_tree(int joint) const noexcept;
};

// Throws Error: a disconnected body, an illegal massless part, a loop of joints that must all be in
// the tree.
Topology find_topology(const Model&);

// Degrees of freedom of a joint's tree motions.
int freedoms(const Joint&) noexcept;
std::span<const element::JointMotion> motions_of(const Joint&) noexcept;
bool massless(const Body&) noexcept;

}  // namespace takt::mechanism
