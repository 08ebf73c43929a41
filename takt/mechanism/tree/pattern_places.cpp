#include "takt/mechanism/tree/pattern_places.hpp"

#include "takt/linear/entries.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::mechanism {

linear::SharedPattern pattern_for(Index rows, Index cols, Entries entries) {
  linear::SharedPattern p = linear::pattern_of(rows, cols, std::move(entries));
  const bool small = cols <= linear::most_columns_stored_full;
  const double most = linear::densest_stored_sparse * static_cast<double>(rows * cols);
  return small || p->full || static_cast<double>(p->size()) > most
             ? linear::full_pattern(rows, cols)
             : p;
}

List<int> places_in(const linear::Pattern& p, const Entries& of) {
  List<int> places;
  places.reserve(of.size());
  for (const auto& [row, column] : of) places.push_back(linear::place_of(p, row, column));
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
