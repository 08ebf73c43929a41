// Adds a value to a row, with its limit if there is one; `missed` counts the values that violate
// it.
#pragma once

#include <benchmark/benchmark.h>

#include <optional>
#include <string>

namespace takt::bench {

inline void put(benchmark::State& state, const std::string& name, double value,
                std::optional<double> limit = {}) {
  state.counters[name] = value;
  if (!limit) return;
  state.counters[name + "_limit"] = *limit;
  state.counters["missed"].value += value <= *limit ? 0 : 1;
}

}  // namespace takt::bench
