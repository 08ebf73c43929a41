// What a method holds on a model, measured before anybody relies on it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "takt/certify/energy_book.hpp"
#include "takt/certify/heap_probe.hpp"
#include "takt/certify/step_map.hpp"
#include "takt/certify/step_trace.hpp"
#include "takt/io/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::certify {

struct CertifyOptions {
  double until = 1;           // s of the manoeuvre
  double period = 1e-3;       // s: what the steps of one period have
  int states = 5;             // along the run, where one step is looked at closely
  double run_seconds = 20;    // of computing: then the run is cut
  double trace_seconds = 20;  // for counting instructions; 0: not counted
  const HeapProbe* heap = nullptr;
  std::function<std::int64_t()> clock;  // ns; empty: the monotonic one
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double share)> progress;  // called now and then
};

// How long something took, and the same for fixed work beside it: the noise of the machine.
struct Timing {
  Histogram periods;  // all steps of one period
  Histogram control;
  int steps_per_period = 1;
};

struct Work {
  std::vector<Traced> at;  // one step at some states
  std::string why_not;     // not empty: nothing was counted
};

struct Certificate {
  std::string model, method;
  double step = 0, period = 0, until = 0;
  std::vector<Input> inputs;  // of the model, all held at their standard values
  double t_end = 0;           // the last time of the run
  bool cut = false;           // by run_seconds
  std::int64_t steps = 0;
  Status status = Status::ok;
  std::string failure;           // what the integrator knows about a step that failed
  bool through = false;          // the run ended by itself: nobody interrupted it
  std::int64_t steps_again = 0;  // of a second run, in which all that follows but time is looked at

  Cost cost;
  bool adaptive = false;
  std::int64_t above_cost = 0, off_cost = 0;  // steps that did more than cost, and anything else
  double first_off = 0;                       // s, the first of those
  Work work;
  std::optional<long> heap_calls;  // in all steps; nothing: nobody watched
  Timing timing;

  std::vector<Radius> radii;
  std::vector<std::string> taken_out;  // symmetries, at any of the states

  bool constrained = false;
  Drift drift, drift_first_half;
  std::optional<Bound> bound;
  std::string why_no_bound;

  EnergyBook energy;
  std::int64_t unconverged = 0;
  std::string why_not_unconverged;  // why nothing is known about what they did to the energy

  std::uint64_t hash = 0, hash_again = 0;  // of the last state: run through, and saved and restored

  bool looked_at() const noexcept { return through && steps > 0 && steps_again == steps; }
  bool repeats() const noexcept { return looked_at() && hash == hash_again; }
  const Radius* worst_along() const noexcept;  // null: none is known
  const Radius* worst_across() const noexcept;
  bool in_time() const noexcept;        // 99.99 % of the periods
  bool breaks_budget() const noexcept;  // time, bounded, heap, counters
};

// Throws Error as Simulation does. A solver that fails says so in the certificate.
Certificate certify(const io::OpenModel&, const Method&, const CertifyOptions&);

}  // namespace takt::certify
