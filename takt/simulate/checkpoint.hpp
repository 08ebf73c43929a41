// Checkpoints: a run saves everything from time to time, so that it can be resumed later.
#pragma once

#include <cstddef>

#include "takt/simulate/run.hpp"

namespace takt {

struct Checkpoints {
  double every = 0;  // s of simulated time, so that repeated runs save the same states; 0: none
  // Receives all data to resume the run and must copy them. Called when a checkpoint is due, and
  // when the run is interrupted.
  std::function<void(std::span<const std::byte>)> keep;
  // The data that `keep` received in a run of the same system, method and start; empty: start from
  // the beginning.
  std::span<const std::byte> resume;
};

// The same run with checkpoints, with the same bits. A resumed run passes only the remaining
// samples to the sinks. Throws Error: what a sink or `keep` throws, or if the checkpoint belongs to
// another model or method.
Summary run(Engine&, const RunOptions&, std::span<Sink* const> sinks, const Checkpoints&);

// Throws Error if the checkpoint belongs to another model or method, or is after the end of the
// run.
void require_checkpoint(std::span<const std::byte>, const Engine&, double until);

}  // namespace takt
