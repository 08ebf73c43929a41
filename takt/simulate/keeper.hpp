// The values that a run keeps beside its state: controllers inside of the model compute theirs at the
// start of a step, once a period, and hold them; integrals are summed by the trapezoidal rule over each
// step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "takt/simulate/output_stage.hpp"

namespace takt {

class Keeper {
 public:
  // Throws Error if a period is not a whole number of steps, or the method chooses its own steps and
  // keeps a history of them. Other methods that choose their steps end one at every instant.
  Keeper(const EquationsOfMotion&, const Composition&, const State& start);

  // `inputs`: external signals and their rates at the state.
  struct Inputs {
    std::span<const double> values, rates;
  };
  // Before step number `count`, and after it. `kept` is changed. True if a controller was due: signals
  // may have jumped.
  bool before_step(const State&, std::int64_t count, Inputs, std::span<double> kept) noexcept;
  void after_step(const State&, double length, Inputs, std::span<double> kept) noexcept;

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
  std::vector<double> begin_, end_;  // rates of the integrals
};

}  // namespace takt
