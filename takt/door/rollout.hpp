// Many runs of a model at once, on several threads. Each run is by itself, so results have the same bits
// whatever the number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "takt/door/simulation.hpp"

namespace takt::door {

// Arrays are row by row, as C has them: the last index counts first.
struct RolloutTask {
  std::vector<LoadedModel> models;  // one for all runs, or one for each
  std::string method{};
  double step = 0;  // s; 0: the model's, else 1 ms
  std::int64_t runs = 0, rows = 0, steps_a_row = 1;
  std::vector<std::string> inputs{};   // names; empty: they keep their standard values
  std::span<const double> values{};    // [runs][rows][inputs], each held during the steps of a row
  std::span<const double> q{}, v{};    // at the start, [runs][number]; empty: as the model starts
  std::vector<std::string> outputs{};  // columns as in result files; "yaw" is short for "out.yaw"
  int threads = 0;                     // 0: as many as there are processors
  const std::atomic<bool>* interrupt = nullptr;
};

struct RolloutRun {
  Status status = Status::ok;
  std::string failure;
  std::int64_t steps = 0;
  std::uint64_t hash = 0;  // of the last state
};

struct RolloutResult {
  std::vector<double> t;        // [rows + 1]
  std::vector<double> outputs;  // [runs][rows + 1][outputs]; NaN behind a step that failed
  std::vector<RolloutRun> runs;
};

// Throws Error: unknown names, sizes that do not fit, a start off the constraints. `wait` is called in this
// thread now and then until all runs are done.
RolloutResult rollout(const RolloutTask&, const std::function<void()>& wait = {});

}  // namespace takt::door
