// What a checkpoint of a run holds before the memory of its simulation: a RunMemory, then the counts of
// crossings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "takt/simulate/drift_bound.hpp"
#include "takt/simulate/energy_account.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/histogram.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt {

// The state of a run, besides its simulation, that a checkpoint saves to resume it.
struct RunMemory {
  std::int64_t steps, next_sample;
  double t, t0, given, wall_s, cpu_s, energy_initial, energy_max_change;
  Drift max_drift;
  EnergyAccount energy;
  DriftBound::Memory bound;
  Counters counters;
  Histogram step_time;
};

RunMemory memory_of(std::span<const std::byte> checkpoint) noexcept;
std::size_t size_of_counts(const Engine&) noexcept;  // bytes

}  // namespace takt
