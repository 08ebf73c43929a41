// Evaluates a state of a run outside of the step: constraint drift, energy balance, outputs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "takt/method/composition.hpp"
#include "takt/simulate/crossings.hpp"
#include "takt/simulate/power_flow.hpp"

namespace takt {

struct Drift {  // maximum norms of g, G v + gI, G v' + gamma
  double position = 0, velocity = 0, acceleration = 0;
};

struct Energy {
  double kinetic = 0, potential = 0;
  double total() const noexcept { return kinetic + potential; }
};

// The formulation that computes accelerations and multipliers of the method at a state; null for
// methods of the position form, whose states contain them.
std::unique_ptr<Formulation> make_observer(Evaluator&, const Composition&, const State& start);

struct DrivenValues {  // of Names::driven
  std::vector<double> q, v;
};

class Monitor {
 public:
  Monitor(const EquationsOfMotion&, const Composition&, const State& start);

  // The external signals, their rates and the kept values at the next state.
  void set_inputs(std::span<const double> values, std::span<const double> rates,
                  std::span<const double> kept) noexcept;
  void set_kept(std::span<const double> kept) noexcept;
  // Evaluates a state. `power`: also the power flow and the forces of elements.
  void evaluate(const State&, bool power = true) noexcept;  // results:
  int count_crossings(Crossings&, const State&) noexcept;   // at the same state
  const Drift& drift() const noexcept { return drift_; }
  double curvature() const noexcept { return curvature_; }  // largest |g'' - G v'| of position rows
  const Energy& energy() const noexcept { return energy_; }
  const PowerFlow& flow() const noexcept { return flow_; }
  // The energy at q (+) dq, v + dv. The results of evaluate() stay valid.
  double energy_beside(const State&, const Vector& dq, const Vector& dv) noexcept;
  // True if no force and no rate is too large for any mechanism. Rates that are NaN are accepted:
  // the observer may fail where the method does not.
  bool in_range() const noexcept { return first_excess().of == Excess::Of::none; }
  // Describes the first value that is not in range: "force.spring to 2e+30 N"; empty if all are.
  std::string out_of_range() const;
  const Vector& lambda() const noexcept { return rates_.lambda; }
  const Vector& acceleration() const noexcept { return rates_.dv; }
  const std::vector<double>& outputs() const noexcept { return outputs_; }
  DrivenValues driven() const;
  const Excitation& excitation() const noexcept { return eval_.excitation(Slot::start); }
  void observe(Observe);  // from now on evaluate() computes it
  const std::vector<double>& observed(Observe what) const noexcept {
    return observed_[static_cast<std::size_t>(what)];
  }

 private:
  struct Excess {
    enum class Of : std::uint8_t { none, element, force, acceleration, multiplier };
    Of of = Of::none;
    Index number = 0;  // of the force, acceleration or multiplier
  };
  Excess first_excess() const noexcept;

  const EquationsOfMotion& system_;
  Evaluator eval_;
  std::unique_ptr<Formulation> formulation_;  // made by make_observer(); may be null
  // Multipliers of a position form belong to a projected state or a midpoint. The power of driven
  // constraints and coordinates needs the multipliers and accelerations of the state itself, which this
  // formulation computes.
  std::unique_ptr<Formulation> exact_;
  Rates rates_, exact_rates_;
  const Rates& rates_for_power(const State&) noexcept;
  Vector work_;
  KineticEnergy kinetic_;
  std::unique_ptr<SystemPower> power_;  // for systems without Energetic
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
