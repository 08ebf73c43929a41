// Runs a simulation to its end: makes all steps, passes samples to sinks, and returns a summary.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "takt/simulate/bound.hpp"
#include "takt/simulate/controller.hpp"
#include "takt/simulate/energy_account.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/histogram.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt {

struct Sample {
  const State& state;
  const Monitor& monitor;
  // Since the start of the run, up to the last whole step; null where nobody counts.
  const Counters* counters = nullptr;
  const EnergyAccount* account = nullptr;
};

struct Summary;

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void take(const Sample&) = 0;  // throws Error if it cannot store the sample
  virtual void end(const Summary&) {}    // of the run, complete or not; after its last sample
  virtual void close() {}
};

struct RunOptions {
  double every = 0;              // s between samples; 0: every accepted step
  bool look_every_step = true;   // drift and energy at every step, not only at samples
  std::vector<Observe> observe;  // additional columns of samples
  bool bound = true;             // compute the drift bound of 000 section 3.4 if it applies
  const std::atomic<bool>* interrupt = nullptr;
  // Answers the outputs with inputs every `control_every` steps; null: the inputs stay as they are.
  Controller* controller = nullptr;
  std::int64_t control_every = 1;
  std::function<void(double t)> progress;  // called at least 50 ms apart
  bool time_steps =
      true;  // for cpu_s and step_time: the clocks cost as much as a step of a tiny system
};

// The reason why the theorem of 000 section 3.4 gives no bound; empty if it does.
std::string why_no_bound(const Composition&, const Shape&);

struct ControllerCounts {
  std::int64_t answers = 0;
  std::int64_t clamped = 0, not_finite = 0;  // values in them
};

struct Summary {
  std::string model, method;
  Status status = Status::ok;
  std::string failure;       // description of the failed step; may be empty
  bool lost_signal = false;  // the cause is a signal that is not finite
  double t_end = 0;          // time of the last good state
  std::int64_t steps = 0;
  double wall_s = 0;  // the whole run
  double cpu_s = 0;   // processor time of the steps only
  double simulated = 0;
  Histogram step_time;
  Drift max_drift;
  double energy_initial = 0, energy_final = 0, energy_max_change = 0;
  EnergyParts energy;  // parts of the change from the first to the last state
  Counters counters;
  Cost cost;
  ControllerCounts controller;
  std::vector<SwitchCount> switches;    // located, or crossed if the method does not locate
  std::vector<SwitchCount> chattering;  // how often it was left to the error control
  State final_state;
  DrivenValues final_driven;
  std::vector<double> outputs;
  Names names;
  std::uint64_t state_hash = 0;
  std::optional<Bound> bound;

  // True if steps did not converge, and what is missing is not known or is more than the
  // resolution of the energy balance.
  bool unconverged_matters() const noexcept {
    return counters.unconverged > 0 &&
           (counters.unconverged_energy <= 0 || counters.unconverged_energy > energy.resolution);
  }
  double realtime_factor() const noexcept { return cpu_s > 0 ? simulated / cpu_s : 0; }
};

Summary run(Engine&, const RunOptions&, std::span<Sink* const> sinks);

std::uint64_t state_hash(const State&) noexcept;

}  // namespace takt
