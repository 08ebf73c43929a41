// A model and its topology as links: each joint becomes its motions, one link each, with the axis
// turned to z; a floating joint is one link. Welded bodies ride on the link of their parent.
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/joint/tree.hpp"
#include "takt/mechanism/topology.hpp"

namespace takt::mechanism {

struct Seat {     // where a body rides
  int link = -1;  // -1: ground
  Frame frame;    // of the body in the link
};

struct TreeOfModel {
  Tree tree;
  std::vector<Seat> seat;  // by body
  struct Place {
    int q = -1, v = -1;
  };
  std::vector<std::vector<Place>> places;  // by joint and motion; empty when it is not in the tree
  std::vector<std::string> q_names, v_names, q_units, v_units;
};

TreeOfModel build_tree(const Model&, const Topology&);

}  // namespace takt::mechanism
