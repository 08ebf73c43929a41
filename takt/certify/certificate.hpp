// `takt certify`: measures what a method guarantees on a model (deadline, cost, stability, drift,
// energy, repeatability) before anybody relies on it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "takt/certify/energy_balance.hpp"
#include "takt/certify/heap_probe.hpp"
#include "takt/certify/instruction_count.hpp"
#include "takt/certify/step_map.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::certify {

struct CertifyOptions {
  double until = 1;         // s: end of the manoeuvre
  double period = 1e-3;     // s: time that the steps of one period may take
  int states = 5;           // number of states of the run at which one step is analysed
  double run_seconds = 20;  // s of computing; after that the run is cut
  const HeapProbe* heap = nullptr;
  InstructionCounter count_instructions;  // of one step; empty: not counted
  double count_seconds = 20;              // for counting them
  std::function<std::int64_t()> clock;    // ns; empty: the monotonic clock
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double share)> progress;  // called now and then
};

// Computing times, and those of fixed work measured beside them, which show the noise of the
// machine.
struct Timing {
  Histogram periods;  // all steps of one period
  Histogram control;
  int steps_per_period = 1;
};

struct Work {
  std::vector<InstructionCount> at;  // one step at each of some states
  std::string why_not;               // not empty: nothing was counted
};

// The run over time, for pictures. Drifts are the largest since the time before.
struct Course {
  std::vector<double> t, position, velocity;
  EnergyCourse energy;
};

struct Certificate {
  std::string model, method;
  double step = 0, period = 0, until = 0;
  std::vector<Input> inputs;  // inputs of the model, all held at their default values
  double t_end = 0;           // s: the last time of the run
  bool cut = false;           // by run_seconds
  std::int64_t steps = 0;
  Status status = Status::ok;
  std::string failure;   // what the integrator reports about a step that failed
  bool through = false;  // the run was not interrupted
  // Steps of the second run, which observes everything below except time
  std::int64_t steps_again = 0;

  Cost cost;
  bool adaptive = false;
  // Steps that did more than cost, and steps that did anything else
  std::int64_t above_cost = 0, off_cost = 0;
  double first_off = 0;  // s: time of the first step that differs from cost
  Work work;
  std::optional<long> heap_calls;  // in all steps; empty: nobody watched
  Timing timing;

  std::vector<Radius> radii;
  std::vector<std::string> taken_out;  // symmetries that were removed, at any of the states

  bool constrained = false;
  Drift drift, drift_first_half;
  std::optional<Bound> bound;
  std::string why_no_bound;

  Course course;
  EnergyBalance energy;
  std::int64_t unconverged = 0;
  std::string why_not_unconverged;  // why their effect on the energy is not known

  // Hashes of the last state: of the first run, and of the one that was saved and restored
  std::uint64_t hash = 0, hash_again = 0;

  bool looked_at() const noexcept { return through && steps > 0 && steps_again == steps; }
  bool repeats() const noexcept { return looked_at() && hash == hash_again; }
  const Radius* worst_along() const noexcept;  // null: none is known
  const Radius* worst_across() const noexcept;
  bool in_time() const noexcept;        // 99.99 % of the periods
  bool breaks_budget() const noexcept;  // time, bounded cost, heap, counters
};

// Throws Error as Engine does. A step that fails is reported in the certificate.
Certificate certify(const io::OpenModel&, const Method&, const CertifyOptions&);

}  // namespace takt::certify
