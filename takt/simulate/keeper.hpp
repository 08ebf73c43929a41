// The values that a run keeps beside its state. Controllers inside of the model are computed at their
// sampling instants, at the start of a step, and held until the next instant. Integrals are summed over
// each step by the trapezoidal rule. The values themselves are at the end of Evaluator::inputs(), so
// that Engine::save has them. Methods that choose their steps may end several of them at one instant, where
// a discontinuity lies just beside it: for them the instants that have passed are counted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "takt/simulate/output_stage.hpp"

namespace takt {

class Keeper {
 public:
  // Throws Error if a period is not a whole number of fixed steps. One-step methods with variable steps
  // end a step at every sampling instant.
  Keeper(const EquationsOfMotion&, const Composition&, const State& start);

  // `inputs`: external signals and their rates at the state.
  struct Inputs {
    std::span<const double> values, rates;
  };
  // Before step number `count`, and after it. `kept` is changed. True if a controller was due: signals
  // may have jumped.
  bool before_step(const State&, std::int64_t count, Inputs, std::span<double> kept) noexcept;
  void after_step(const State&, double length, Inputs, std::span<double> kept) noexcept;
  // The step failed: `kept` is again as it was before before_step().
  void undo(std::span<double> kept) noexcept;

  // Of a method that chooses its steps: the next instant of a controller; infinite if there is none. No
  // step may go beyond it.
  double next_instant() const noexcept;
  // The state at t comes from elsewhere: instants before t have passed, one at t has not.
  void adopt(double t) noexcept;
  // Values to save and restore: all that is remembered from one step to the next.
  std::span<double> memory() noexcept { return passed_; }

 private:
  bool due(std::size_t held, double t, std::int64_t count) const noexcept;
  double early(std::size_t held, double t) const noexcept;
  double instants_until(std::size_t held, double t) const noexcept;

  const EquationsOfMotion& system_;
  OutputStage stage_;
  bool adaptive_;
  double t0_;
  std::vector<double> periods_;      // by held value, s
  std::vector<std::int64_t> steps_;  // the same in steps; of a fixed step
  std::vector<double> passed_;       // instants by held value; of a method that chooses its steps
  std::vector<double> before_, passed_before_;  // the kept values and passed_ before this step
  std::vector<double> begin_, end_;             // rates of the integrals
};

}  // namespace takt
