#include "takt/simulate/switch_count.hpp"

#include <algorithm>

namespace takt {

std::vector<SwitchCount> by_name(const Switching& system, std::span<const double> counts) {
  std::vector<SwitchCount> all;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const auto k = static_cast<Index>(i);
    const std::string name = k < system.switches() ? system.name_of_switch(k) : "signals";
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const SwitchCount& c) { return c.name == name; });
    if (known == all.end())
      all.push_back({name, static_cast<std::int64_t>(counts[i])});
    else
      known->count += static_cast<std::int64_t>(counts[i]);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const SwitchCount& a, const SwitchCount& b) { return a.count > b.count; });
  return all;
}

}  // namespace takt
