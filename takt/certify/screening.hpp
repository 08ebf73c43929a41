// Results of the short runs of `takt tune`, and the order in which the best are run from start to
// end.
#pragma once

#include <cstddef>
#include <vector>

namespace takt::certify {

struct Screened {
  std::size_t candidate;
  int divisor;
  double share;  // share of the period that a period takes to compute: median
  double error;  // at the end of a short run
};

// The numbers 0 to n - 1 in an order whose first few are spread over the whole range.
std::vector<std::size_t> spread(std::size_t n);

// Sorted by Pareto fronts: first those that no other beats in both time and error, then those that
// only members of the first front beat, and so on.
std::vector<Screened> in_fronts(std::vector<Screened>, double accuracy);

}  // namespace takt::certify
