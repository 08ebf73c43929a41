// Columns of a sparse matrix that one difference quotient can give together.       002 section 3.1
//
// A partition of the columns is consistent when no row meets two columns of a group. That is a
// colouring of the graph whose nodes are columns and whose edges join columns with a common row;
// Algorithm TOMS 618 (Coleman, Garbow, More 1984) colours it greedily in three orders, and so do we.
#pragma once

#include <span>
#include <vector>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

struct ColumnGroups {
  std::vector<int> group;          // gamma: of each column; -1 for columns left out
  std::vector<int> start, column;  // columns of group k: column[start[k] .. start[k + 1])

  int count() const noexcept { return static_cast<int>(start.size()) - 1; }
};

// The fewest groups of the orders largest first, smallest last and incidence degree.
ColumnGroups group_columns(const Pattern&, std::span<const int> left_out = {});

}  // namespace takt::linear
