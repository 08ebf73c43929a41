// Times and counts that a loop measures about itself: fixed memory, filled by the step thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "takt/simulate/histogram.hpp"

namespace takt::realtime {

// Parts of the time of a period. backlog: it began late because the one before ended late.
enum class PeriodPart : std::uint8_t {
  backlog,
  wake_up,
  input,
  evaluate,
  factorise,
  solve,
  project,
  rest,
  output
};
inline constexpr std::size_t part_count = 9;
inline constexpr std::array<std::string_view, part_count> part_names{
    "backlog", "wake-up", "input",    "evaluate", "factorise",
    "solve",   "project", "the rest", "output"};

using PartTimes = std::array<std::int64_t, part_count>;  // ns

class PeriodParts {
 public:
  // The part whose time is farthest above its mean so far.
  PeriodPart farthest_above_mean(const PartTimes&) const noexcept;
  void add(const PartTimes&) noexcept;
  double mean(PeriodPart) const noexcept;  // ns
  double most(PeriodPart) const noexcept;

 private:
  std::array<double, part_count> sum_{};
  PartTimes most_{};
  std::int64_t count_ = 0;
};

struct Statistics {
  std::int64_t cycles = 0;                                // periods that were run
  std::int64_t skipped = 0, caught_up = 0, degraded = 0;  // periods
  std::int64_t rehearsed = 0;  // rehearsals before the release, while the thread was awake
  std::int64_t resets = 0, changes = 0;
  std::int64_t steps = 0;
  Histogram execution, wake_up;  // ns; wake_up only of periods that waited
  PeriodParts parts;
  std::array<std::int64_t, part_count> overruns_in{};
};

}  // namespace takt::realtime
