// Visits the entries of a pattern and finds single entries. For set-up only.
#pragma once

#include <algorithm>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

template <class Visit>
void each_entry(const Pattern& p, Visit visit) {  // visit(row, column, index of the value)
  for (int j = 0, k = 0; j < p.cols; ++j) {
    if (p.full)
      for (int i = 0; i < p.rows; ++i) visit(i, j, k++);
    else
      for (; k < p.col_start[static_cast<std::size_t>(j) + 1]; ++k)
        visit(p.row[static_cast<std::size_t>(k)], j, k);
  }
}

// The index of an entry's value, or -1 if the pattern does not contain the entry.
inline int place_of(const Pattern& p, int row, int col) {
  if (p.full) return static_cast<int>(col * p.rows + row);
  const auto begin = p.row.begin() + p.col_start[static_cast<std::size_t>(col)],
             end = p.row.begin() + p.col_start[static_cast<std::size_t>(col) + 1];
  const auto found = std::lower_bound(begin, end, row);
  return found != end && *found == row ? static_cast<int>(found - p.row.begin()) : -1;
}

}  // namespace takt::linear
