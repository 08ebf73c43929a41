// Converts a model and its topology to a tree of links. Each elementary motion of a joint becomes
// one link, with its axis turned to z; a floating joint becomes one link. Welded bodies belong to
// the link of their parent.
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/topology.hpp"
#include "takt/mechanism/tree/tree.hpp"

namespace takt::mechanism {

struct Seat {     // the link that a body belongs to
  int link = -1;  // -1: ground
  Frame frame;    // of the body, in the link's frame
};

struct TreeOfModel {
  Tree tree;
  std::vector<Seat> seat;  // by body
  struct Place {
    int q = -1, v = -1;
  };
  std::vector<std::vector<Place>> places;  // by joint and motion; empty if not in the tree
  std::vector<std::string> q_names, v_names, q_units, v_units;
};

TreeOfModel build_tree(const Model&, const Topology&);

}  // namespace takt::mechanism
