// What a run held, looked at from outside the step: constraints, energy, outputs.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "takt/simulate/composition.hpp"
#include "takt/simulate/power_flow.hpp"

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
  // `power`: the flow of energy and the forces of elements too.
  void look(const State&, bool power = true) noexcept;  // then read:
  const Drift& drift() const noexcept { return drift_; }
  double curvature() const noexcept { return curvature_; }  // largest |g'' - G v'| of position rows
  const Energy& energy() const noexcept { return energy_; }
  const PowerFlow& flow() const noexcept { return flow_; }
  // The energy of a state that was moved by (dq, dv) from one that was looked at; that stays seen.
  double energy_beside(const State&, const Vector& dq, const Vector& dv) noexcept;
  // What is beyond any mechanism there: "force.spring to 2e+30 N". Empty: nothing is.
  std::string beyond() const;
  bool within() const noexcept;  // nothing is
  const Vector& lambda() const noexcept { return rates_.lambda; }
  const Vector& acceleration() const noexcept { return rates_.dv; }
  const std::vector<double>& outputs() const noexcept { return outputs_; }
  void observe(Observe);  // look() shall fill it from now on
  const std::vector<double>& observed(Observe what) const noexcept {
    return observed_[static_cast<std::size_t>(what)];
  }

 private:
  const EquationsOfMotion& system_;
  Evaluator eval_;
  std::unique_ptr<Formulation>
      formulation_;  // for the acceleration the method gives there; or null
  // What a step for positions leaves as multipliers is that of a projected or a middle state; what
  // driven rows do at a state needs those of the state itself.
  std::unique_ptr<Formulation> exact_;
  Rates rates_, exact_rates_;
  const Vector& multipliers(const State&) noexcept;
  Vector work_;
  KineticEnergy kinetic_;
  std::unique_ptr<SystemPower> power_;  // of a system that does not know its elements
  ElementPower elements_;
  PowerFlow flow_;
  State beside_;
  std::vector<double> outputs_;
  std::array<std::vector<double>, 3> observed_;  // by Observe
  Drift drift_;
  double curvature_ = 0;
  Energy energy_;
};

}  // namespace takt
