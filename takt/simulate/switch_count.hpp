// How often switching functions changed their sign, by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "takt/eom/switching.hpp"

namespace takt {

struct SwitchCount {
  std::string name;
  std::int64_t count = 0;
};

// Sums the counts of functions with the same name, and leaves out what was not counted; the largest
// first. `counts`: one for each function; one more is that of kinks of signals.
std::vector<SwitchCount> by_name(const Switching&, std::span<const double> counts);
// Adds counts to others; the largest first.
void add_counts(std::vector<SwitchCount>& to, const std::vector<SwitchCount>&);

}  // namespace takt
