// A first look at many methods and steps, and in which order they are run from start to end.
#pragma once

#include <cstddef>
#include <vector>

namespace takt::certify {

struct Screened {
  std::size_t candidate;
  int divisor;
  double share;  // of the period, as a rule
  double error;  // after a moment
};

// 0 to n - 1, such that the first few of them lie all over.
std::vector<std::size_t> spread(std::size_t n);

// Fronts of what nothing else beats in both time and error, the first first.
std::vector<Screened> in_fronts(std::vector<Screened>, double accuracy);

}  // namespace takt::certify
