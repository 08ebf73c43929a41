// A system, a method and a state: steps in time.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "takt/eom/evaluator.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/simulate/composition.hpp"
#include "takt/simulate/lost_signal.hpp"

namespace takt {

struct Cost {  // of one step
  std::int64_t evaluations = 0, factorisations = 0, solves = 0;
  bool bounded = true;
};

struct SetUp {
  double until = std::numeric_limits<double>::infinity();  // the last step ends exactly there
  linear::Storage storage = linear::Storage::automatic;
};

class Simulation {
 public:
  // Throws Error: a method that does not fit, an inconsistent start, a singular mass matrix.
  Simulation(std::shared_ptr<const EquationsOfMotion>, const Method&, const State& start,
             const SetUp& = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // One step: no heap, no lock, no exception, no I/O. On failure state() is the last good one. A
  // multi-step method goes past `until`; state() is what its dense output gives there.
  StepReport step() noexcept;
  std::string failure() const;     // a sentence about the last step if it failed, else empty
  LostSignal lost_signal() const;  // where that is why it failed
  bool done() const noexcept;      // `until` is reached

  const State& state() const noexcept;
  // The state at t within the last step, by dense output; false for methods without.
  bool interpolate(double t, State&) noexcept;
  // External signals at the time of the state; others may be set between steps. During a step they go
  // along their rates, zero unless set, and afterwards are where that has brought them.
  std::span<double> inputs() noexcept;
  std::span<double> input_rates() noexcept;
  // By how much the projections of the last step moved q (tangent space) and v; null without any.
  const Vector* projected_q() const noexcept;
  const Vector* projected_v() const noexcept;
  Cost cost() const noexcept;                    // known before the first step, by rehearsing one
  void count_on_from(const Counters&) noexcept;  // of a run that goes on
  const Counters& counters() const noexcept;
  std::int64_t steps() const noexcept;  // accepted
  const Composition& composition() const noexcept;
  const EquationsOfMotion& system() const noexcept;

  // All that survives a step: bits repeat. False, and nothing is done: the span is not of
  // memory_size() bytes, as one of another model or method.
  std::size_t memory_size() const noexcept;  // bytes
  bool save(std::span<std::byte>) const noexcept;
  bool restore(std::span<const std::byte>) noexcept;
  // Goes on from this state, of the same system, as if the run had just come there by another
  // method: `steps` of them after its start. Multi-step methods start anew.
  void adopt(const State&, std::int64_t steps) noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace takt
