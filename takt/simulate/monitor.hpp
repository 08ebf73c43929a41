// What a run held, looked at from outside the step: constraints, energy, outputs.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "takt/simulate/composition.hpp"

namespace takt {

struct Drift {  // maximum norms of g, G v + gI, G v' + gamma
  double position = 0, velocity = 0, acceleration = 0;
};

struct Energy {
  double kinetic = 0, potential = 0;
  double total() const noexcept { return kinetic + potential; }
};

// What gives the acceleration and the multipliers of the method at a state; null where the state
// carries its own, as a step for positions leaves them.
std::unique_ptr<Formulation> make_observer(Evaluator&, const Composition&, const State& start);

class Monitor {
 public:
  Monitor(const EquationsOfMotion&, const Composition&, const State& start);

  // External signals and their rates, at the next state.
  void set_inputs(std::span<const double> values, std::span<const double> rates) noexcept;
  void look(const State&) noexcept;  // then read:
  const Drift& drift() const noexcept { return drift_; }
  const Energy& energy() const noexcept { return energy_; }
  const Vector& lambda() const noexcept { return rates_.lambda; }
  const Vector& acceleration() const noexcept { return rates_.dv; }
  const std::vector<double>& outputs() const noexcept { return outputs_; }
  void observe(Observe);  // look() shall fill it from now on
  const std::vector<double>& observed(Observe what) const noexcept {
    return observed_[static_cast<std::size_t>(what)];
  }

 private:
  double kinetic(const linear::Patterned& M, const State&) noexcept;
  double kinetic(const Recursive&, const State&) noexcept;

  const EquationsOfMotion& system_;
  Evaluator eval_;
  std::unique_ptr<Formulation>
      formulation_;  // for the acceleration the method gives there; or null
  Rates rates_;
  Vector work_, along_, none_, balance_;
  std::vector<double> outputs_;
  std::array<std::vector<double>, 3> observed_;  // by Observe
  Drift drift_;
  Energy energy_;
};

}  // namespace takt
