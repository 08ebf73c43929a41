// A whole run: steps to the end, samples to sinks, and a summary of what was held.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "takt/simulate/bound.hpp"
#include "takt/simulate/energy_account.hpp"
#include "takt/simulate/histogram.hpp"
#include "takt/simulate/monitor.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt {

struct Sample {
  const State& state;
  const Monitor& monitor;
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void take(const Sample&) = 0;  // throws Error when it cannot keep the sample
  virtual void close() {}
};

struct RunOptions {
  double until = 1;
  double every = 0;              // s between samples; 0: every accepted step
  bool look_every_step = true;   // drift and energy at every step, not only at samples
  std::vector<Observe> observe;  // what of a mechanism samples shall show
  bool bound = true;             // sample the bound of 000 section 3.4 where it applies
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double t)> progress;  // called now and then
};

// Why the theorem of 000 section 3.4 promises no bound; empty: it does.
std::string why_no_bound(const Composition&, const Shape&);

struct Summary {
  std::string model, method;
  Status status = Status::ok;
  std::string failure;       // what the integrator knows about the step that failed; may be empty
  bool lost_signal = false;  // a signal that is no number any more is why
  double t_end = 0;          // the last good time
  std::int64_t steps = 0;
  double wall_s = 0;  // the whole run
  double cpu_s = 0;   // what steps alone computed
  double simulated = 0;
  Histogram step_time;
  Drift max_drift;
  double energy_initial = 0, energy_final = 0, energy_max_change = 0;
  EnergyParts energy;  // of the change from the first to the last
  Counters counters;
  Cost cost;
  State final_state;
  std::vector<double> outputs;
  Names names;
  std::uint64_t state_hash = 0;
  std::optional<Bound> bound;

  double realtime_factor() const noexcept { return cpu_s > 0 ? simulated / cpu_s : 0; }
};

Summary run(Simulation&, const RunOptions&, std::span<Sink* const> sinks);

std::uint64_t state_hash(const State&) noexcept;

}  // namespace takt
