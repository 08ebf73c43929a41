// The spanning tree of a model: the joints that are in it, the links that their motions become, and
// where the bodies and coordinates of the model are found in it. It never changes after set-up.
//
// Each elementary motion of a joint becomes one link, with its axis turned to z; a floating joint
// becomes one link. Welded bodies belong to the link of their parent.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/mechanism/topology.hpp"
#include "takt/mechanism/tree/ends.hpp"
#include "takt/mechanism/tree/tree.hpp"
#include "takt/mechanism/tree/world_motion.hpp"

namespace takt::mechanism {

struct Seat {     // the link that a body belongs to
  int link = -1;  // -1: ground
  Frame frame;    // of the body, in the link's frame
};

// The links of a model, and where its bodies and joints are found among them.
struct LinksOfModel {
  Tree tree;
  List<Seat> seat;  // by body
  struct Place {
    int q = -1, v = -1;
  };
  List<List<Place>> places;  // by joint and motion; empty if the joint is not in the tree
  std::vector<std::string> q_names, v_names, q_units, v_units;
  // Joints whose only coordinate is a smooth signal, in the order of q and v, where they stand after
  // all unknowns.
  struct Drive {
    int joint = 0, signal = 0;
  };
  List<Drive> drives;
};

struct JointTree : LinksOfModel {
  explicit JointTree(const Model&);  // keeps a reference to the model

  // The number of unknowns; tree.nq and tree.nv count the driven coordinates too.
  int unknown_q() const noexcept { return tree.nq - drives.count(); }
  int unknown_v() const noexcept { return tree.nv - drives.count(); }
  // The drive of a joint, or -1.
  int drive_of(int joint) const noexcept;

  const Model& model;
  Topology topology;
  Groups groups;

  std::span<const Link> links() const noexcept { return tree.links; }
  int link_of(int body) const noexcept { return seat[body].link; }
  Frame on_link(const Attachment& a) const { return seat[a.body].frame * a.frame; }
  Ends ends(const Attachment& a, const Attachment& b) const {
    return ends_of(groups, link_of(a.body), on_link(a), link_of(b.body), on_link(b));
  }
  // Of a coordinate of a joint. q is -1 if the joint is not in the tree, v is -1 for a part of a
  // quaternion.
  Place place_of(int joint, int component) const noexcept;

 private:
  JointTree(const Model&, Topology);
};

}  // namespace takt::mechanism
