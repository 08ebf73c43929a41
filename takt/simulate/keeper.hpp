// The values that a run keeps beside its state. Controllers inside of the model are computed at their
// sampling instants, at the start of a step, and held until the next instant. Integrals are summed over
// each step by the trapezoidal rule. The values themselves are at the end of Evaluator::inputs(), so
// that Engine::save has them; nothing here is remembered from one step to the next.
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
  void undo(std::span<double> kept) const noexcept;

  // Of a method that chooses its steps: the next instant of a controller; infinite if there is none.
  double next_instant(double t) const noexcept;

 private:
  bool due(std::size_t held, double t, std::int64_t count) const noexcept;

  const EquationsOfMotion& system_;
  OutputStage stage_;
  bool adaptive_;
  double t0_;
  std::vector<double> periods_;      // by held value, s
  std::vector<std::int64_t> steps_;  // the same in steps; of a fixed step
  std::vector<double> before_;       // the kept values before this step
  std::vector<double> begin_, end_;  // rates of the integrals
};

}  // namespace takt
