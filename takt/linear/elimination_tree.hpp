// Chooses the order and the groups in which the unknowns of a matrix with a symmetric pattern are
// eliminated, so that there is little fill-in and the groups have good sizes for the kernels.
//
// Terms used: a front is a group of unknowns with (nearly) the same neighbours, eliminated
// together; `rows` are its neighbours that are eliminated later.
#pragma once

#include "takt/linear/saddle.hpp"

namespace takt::linear {

struct EliminationTree {
  struct Group {
    int first, width;  // the positions first .. first + width - 1
    List<int> rows;    // positions, ascending
  };
  List<int> order;  // the unknown at each position
  List<Group> groups;
  double cost = 0;  // estimated, in cycles
};

// neighbours[i]: the unknowns coupled with i, ascending, without i.
EliminationTree make_elimination_tree(const List<List<int>>& neighbours, Storage);

}  // namespace takt::linear
