// Where the entries that rows and elements compute are stored in the matrices of a mechanism.
#pragma once

#include <utility>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/patterned.hpp"
#include "takt/mechanism/tree/ends.hpp"

namespace takt::mechanism {

using Entries = std::vector<std::pair<int, int>>;  // (row, column)

// A full pattern if the matrix is small or mostly filled, because this is faster to factorise.
linear::SharedPattern pattern_for(Index rows, Index cols, Entries);

using linear::place_of;
List<int> places_in(const linear::Pattern&, const Entries&);

// All pairs (j, k) of these columns, k being the outer loop.
Entries pairs_of(const List<int>& columns);
Entries pairs_of(const Ends&);

inline void append(Entries& to, const Entries& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace takt::mechanism
