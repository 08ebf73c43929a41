// In which order and in which groups the unknowns of a matrix with a symmetric pattern are
// eliminated, so that little fills in and the groups suit the kernels.
//
// Terms used: a front is a group of unknowns with (nearly) the same neighbours, eliminated together;
// `rows` are the neighbours left, all eliminated later.
#pragma once

#include <vector>

#include "takt/linear/saddle.hpp"

namespace takt::linear {

struct EliminationTree {
  struct Group {
    int first, width;       // positions first .. first + width
    std::vector<int> rows;  // positions, ascending
  };
  std::vector<int> order;  // the unknown at each position
  std::vector<Group> groups;
  double cost = 0;  // estimated, in cycles
};

// neighbours[i]: the unknowns coupled with i, ascending, without i.
EliminationTree make_elimination_tree(const std::vector<std::vector<int>>& neighbours, Storage);

}  // namespace takt::linear
