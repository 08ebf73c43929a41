#include "takt/simulate/switch_count.hpp"

#include <algorithm>

namespace takt {

void add_counts(std::vector<SwitchCount>& to, const std::vector<SwitchCount>& more) {
  for (const SwitchCount& one : more) {
    const auto known = std::find_if(to.begin(), to.end(),
                                    [&](const SwitchCount& c) { return c.name == one.name; });
    if (known == to.end())
      to.push_back(one);
    else
      known->count += one.count;
  }
  std::stable_sort(to.begin(), to.end(),
                   [](const SwitchCount& a, const SwitchCount& b) { return a.count > b.count; });
}

std::vector<SwitchCount> by_name(const Switching& system, std::span<const double> counts) {
  std::vector<SwitchCount> each, all;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const auto k = static_cast<Index>(i);
    each.push_back({k < system.switches() ? system.name_of_switch(k) : "signals",
                    static_cast<std::int64_t>(counts[i])});
  }
  add_counts(all, each);
  return all;
}

}  // namespace takt
