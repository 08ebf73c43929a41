// A number of a row, with the limit it must keep where it has one; `missed` counts those that do not.
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
