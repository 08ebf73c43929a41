// Times and counts that a loop measures about itself: fixed memory, filled by the step thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "takt/simulate/histogram.hpp"

namespace takt::realtime {

// Parts of the time of a period. backlog: it began late because the one before ended late.
enum class Place : std::uint8_t {
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
inline constexpr std::size_t place_count = 9;
inline constexpr std::array<std::string_view, place_count> place_names{
    "backlog", "wake-up", "input",    "evaluate", "factorise",
    "solve",   "project", "the rest", "output"};

using PlaceTimes = std::array<std::int64_t, place_count>;  // ns

class Places {
 public:
  // The part whose time is farthest above its mean so far.
  Place farthest_above_mean(const PlaceTimes&) const noexcept;
  void add(const PlaceTimes&) noexcept;
  double mean(Place) const noexcept;  // ns
  double most(Place) const noexcept;

 private:
  std::array<double, place_count> sum_{};
  PlaceTimes most_{};
  std::int64_t count_ = 0;
};

struct Statistics {
  std::int64_t cycles = 0;                                // periods that were run
  std::int64_t skipped = 0, caught_up = 0, degraded = 0;  // periods
  std::int64_t rehearsed = 0;  // rehearsals before the release, while the thread was awake
  std::int64_t resets = 0, changes = 0;
  std::int64_t steps = 0;
  Histogram execution, wake_up;  // ns; wake_up only of periods that waited
  Places places;
  std::array<std::int64_t, place_count> overruns_in{};
};

}  // namespace takt::realtime
