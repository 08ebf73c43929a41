// Groups of columns of a sparse Jacobian that one difference quotient can compute together.
//                                           002 (Arnold, Fuchs, Fuehrer) section 3.1
//
// A partition of the columns is consistent when no row has entries in two columns of a group. That
// is a colouring of the graph whose nodes are columns and whose edges join columns with a common
// row. Like Algorithm TOMS 618 (Coleman, Garbow, More 1984), we colour it greedily in three orders.
#pragma once

#include <span>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

struct ColumnGroups {
  List<int> group;          // gamma: the group of each column; -1 for columns left out
  List<int> start, column;  // columns of group k: column[start[k] .. start[k + 1])

  int count() const noexcept { return start.count() - 1; }
};

// Tries the orders largest first, smallest last and incidence degree; returns the partition with
// the fewest groups.
ColumnGroups group_columns(const Pattern&, std::span<const int> left_out = {});

}  // namespace takt::linear
