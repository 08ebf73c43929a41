// Simulates a system with a method, step by step.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/method/composition.hpp"
#include "takt/simulate/lost_signal.hpp"
#include "takt/simulate/switch_count.hpp"

namespace takt {

struct Cost {  // of one step
  std::int64_t evaluations = 0, factorisations = 0, solves = 0;
  bool bounded = true;
};

struct SetUp {
  double until = std::numeric_limits<double>::infinity();  // the last step ends exactly there
  linear::Storage storage = linear::Storage::automatic;
  // Values of the external signals, then their rates, then kept values at the start; empty: their
  // standard values.
  std::vector<double> inputs = {};
};

class Engine {
 public:
  // Throws Error if the method does not fit, the start is inconsistent, or the mass matrix is
  // singular.
  Engine(std::shared_ptr<const EquationsOfMotion>, const Method&, const State& start,
         const SetUp& = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // One step: no heap, no lock, no exception, no input or output. After a failure state() is the
  // last good state. A multi-step method steps past `until`; then state() is its dense output at
  // `until`.
  StepReport step() noexcept;
  std::string failure() const;     // a sentence about the last step if it failed, else empty
  LostSignal lost_signal() const;  // if that is the cause of the failure
  double until() const noexcept;
  bool done() const noexcept;  // `until` is reached

  const State& state() const noexcept;
  // The state at t within the last step, by dense output; false if the method has none.
  bool interpolate(double t, State&) noexcept;
  // External signals at the time of the state; they may be changed between steps. During a step
  // they change with their rates (zero unless set) and keep the value reached at its end.
  std::span<double> inputs() noexcept;
  std::span<double> input_rates() noexcept;
  // Held values of controllers inside of the model, and integrals (Names::kept).
  std::span<const double> kept() const noexcept;
  // The change of q (tangent space) and v by the projections of the last step; null without
  // projection.
  const Vector* projected_q() const noexcept;
  const Vector* projected_v() const noexcept;
  // Discontinuities that the method has located (events.hpp), and how often each was left to the error
  // control because it chattered.
  bool locates() const noexcept;
  std::vector<SwitchCount> located() const;
  std::vector<SwitchCount> chattering() const;
  Cost cost() const noexcept;  // known before the first step, from a rehearsal at set-up
  void count_on_from(const Counters&) noexcept;  // for a resumed run
  const Counters& counters() const noexcept;
  std::int64_t steps() const noexcept;  // accepted
  const Composition& composition() const noexcept;
  const EquationsOfMotion& system() const noexcept;

  // Saves and restores everything that is kept from step to step; a restored run repeats the same
  // bits. False, without any effect, if the span does not have memory_size() bytes, for example
  // because it belongs to another model or method.
  std::size_t memory_size() const noexcept;  // bytes
  bool save(std::span<std::byte>) const noexcept;
  bool restore(std::span<const std::byte>) noexcept;
  // Continues from a state of the same system, `steps` steps after the start, as if another method
  // had computed it. Multi-step methods start again. `kept`: kept values of the run so far; empty: those
  // of this engine stay.
  void adopt(const State&, std::int64_t steps, std::span<const double> kept = {}) noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace takt
