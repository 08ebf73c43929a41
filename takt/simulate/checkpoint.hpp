// A run that can be gone on with: all that it takes is handed over now and then.
#pragma once

#include <cstddef>

#include "takt/simulate/run.hpp"

namespace takt {

struct Checkpoints {
  double every = 0;  // s of simulated time, so that the same run makes the same ones; 0: none
  // Gets all that it takes to go on, and keeps a copy: when one is due, and when a run is interrupted.
  std::function<void(std::span<const std::byte>)> keep;
  // What `keep` got in a run of the same system, method and start; empty: the run starts anew.
  std::span<const std::byte> resume;
};

// As without, and bit for bit the same. A run that goes on gives only the samples that are left.
// Throws Error: what a sink or `keep` throws, or a checkpoint of another model or method.
Summary run(Simulation&, const RunOptions&, std::span<Sink* const> sinks, const Checkpoints&);

}  // namespace takt
