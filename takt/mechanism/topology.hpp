// Finds how the bodies of a model are connected: which joints form the spanning tree, which joints
// close loops, and how massless bodies are treated.
//
// The tree grows from ground. The next joint is the one with the fewest degrees of freedom, then
// the smallest depth, then the first in the file. This gives few coordinates and rows, and short
// loops. Driven joints, and joints whose coordinate is used elsewhere, are preferred; joints with
// `cut: false` come before all others, joints with `cut: true` are never in the tree.
//
// Massless bodies: a rod with ball joints (or a ball and a universal joint) at its ends becomes a
// distance constraint. A link with a revolute joint at one end and a ball joint at the other
// becomes a distance and a plane constraint. Any other massless body is allowed if it carries a
// body with inertia in the tree.
#pragma once

#include <span>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/model/model.hpp"

namespace takt::mechanism {

struct Topology {
  struct TreeJoint {
    int joint = -1;         // index in the model; -1 for ground
    int parent = 0;         // body
    bool reversed = false;  // the parent is the outboard body
  };
  List<int> order;         // bodies: ground first, parents before children, each subtree together
  List<TreeJoint> to;      // by body: the joint to its parent; joint -1: not in the tree
  List<int> cut;           // joints that close loops, in the order of the model
  List<bool> eliminated;   // by body: massless, replaced by constraints
  List<bool> replaced;     // by joint: belongs to an eliminated body
  List<Constraint> extra;  // the constraints that replace massless bodies
  struct Rod {             // an eliminated body; its joints in the order of its constraint
    int body = 0, joint[2] = {-1, -1};
    int extra = 0;         // index of its distance constraint in `extra`
    bool straight = true;  // false: a link on a revolute joint, which also has a plane constraint
  };
  List<Rod> rods;
};

// Throws Error if a body is not connected to ground, if a massless body is not allowed, or if all
// joints of a loop must be in the tree.
Topology find_topology(const Model&);

// Degrees of freedom of a joint's tree motions.
int freedoms(const Joint&) noexcept;
std::span<const element::JointMotion> motions_of(const Joint&) noexcept;
bool massless(const Body&) noexcept;

}  // namespace takt::mechanism
