#include "takt/mechanism/tree/pattern_places.hpp"

#include <algorithm>

namespace takt::mechanism {

linear::SharedPattern pattern_for(Index rows, Index cols, Entries entries) {
  constexpr Index small = 32;
  constexpr double mostly = 0.6;
  linear::SharedPattern p = linear::pattern_of(rows, cols, std::move(entries));
  return cols <= small || p->full || p->size() > mostly * static_cast<double>(rows * cols)
             ? linear::full_pattern(rows, cols)
             : p;
}

int place_in(const linear::Pattern& p, int row, int column) {
  if (p.full) return static_cast<int>(column * p.rows + row);
  const auto first = p.row.begin() + p.col_start[at(column)];
  const auto last = p.row.begin() + p.col_start[at(column + 1)];
  return static_cast<int>(std::lower_bound(first, last, row) - p.row.begin());
}

List<int> places_in(const linear::Pattern& p, const Entries& of) {
  List<int> places;
  places.reserve(of.size());
  for (const auto& [row, column] : of) places.push_back(place_in(p, row, column));
  return places;
}

Entries pairs_of(const List<int>& columns) {
  Entries e;
  e.reserve(columns.size() * columns.size());
  for (int k : columns)
    for (int j : columns) e.emplace_back(j, k);
  return e;
}

Entries pairs_of(const Ends& ends) {
  List<int> columns;
  for (const Ends::Column& c : ends.columns) columns.push_back(c.column);
  return pairs_of(columns);
}

}  // namespace takt::mechanism
