// Visits the entries of a pattern and finds single entries.
#pragma once

#include <algorithm>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

template <class Visit>
void each_entry(const Pattern& p, Visit visit) {  // visit(row, column, index of the value)
  if (p.full) {
    for (int j = 0, k = 0; j < p.cols; ++j)
      for (int i = 0; i < p.rows; ++i) visit(i, j, k++);
    return;
  }
  for (int j = 0, k = 0; j < p.cols; ++j)
    for (; k < p.col_start[j + 1]; ++k) visit(p.row[k], j, k);
}

template <class Visit>
void each_in_column(const Pattern& p, Index j, Visit visit) {  // visit(row, index of the value)
  if (p.full) {
    for (int i = 0, k = static_cast<int>(j * p.rows); i < p.rows; ++i) visit(i, k++);
    return;
  }
  for (int k = p.col_start[j]; k < p.col_start[j + 1]; ++k) visit(p.row[k], k);
}

// The index of an entry's value, or -1 if the pattern does not contain the entry.
inline int place_of(const Pattern& p, int row, int col) {
  if (p.full) return static_cast<int>(col * p.rows + row);
  const auto begin = p.row.begin() + p.col_start[col], end = p.row.begin() + p.col_start[col + 1];
  const auto found = std::lower_bound(begin, end, row);
  return found != end && *found == row ? static_cast<int>(found - p.row.begin()) : -1;
}

}  // namespace takt::linear
