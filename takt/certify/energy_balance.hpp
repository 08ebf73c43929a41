// Energy balance of a run: which part of the energy change came from inputs, which was dissipated,
// and which is the error of the method.
//
//   E_n - E_0  =  inputs + dissipated + method,      inputs + dissipated = integral of P = dE/dt
//
// P is taken at the numerical states, along the exact motion. `dissipated` is the part of it that
// PowerFlow attributes to dissipation in the elements (takt/simulate/energy_account.hpp does the
// same while a simulation runs, without differences of the total energy), and `inputs` is the rest.
// Where PowerFlow knows of no input, all of P counts as dissipated: the error of differences across a
// kink is not an input. The remainder is the error of the method.
// The integral is that of cubics through four neighbouring states, of fourth order for steps of any
// length. The same integral over every second state, and the sum of PowerFlow, tell how exact it is.
//
// Terms used: E = T + V at u(t); dE/dt by differences of fourth order along (v, a, z', u'), a from the
// constraints at acceleration level.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "takt/form/formulation.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/power_flow.hpp"

namespace takt::certify {

struct EnergyBalance {
  double first = 0, last = 0;         // J
  double inputs = 0, dissipated = 0;  // along the exact motion
  double method = 0;                  // error of the method
  double largest_method = 0;          // at any time of the run
  double resolution = 0;              // J: differences below this are not significant
  // The largest of |E - E_0|, kinetic energy and range of the potential, for comparison.
  double size = 0;
  // Part of `method` that is due to Newton iterations that ended early
  std::optional<double> unconverged;
  double change() const noexcept { return last - first; }
  double exchanged() const noexcept { return inputs + dissipated; }
};

// The same over time: E - E_0, and the error of the method in it.
struct EnergyCourse {
  std::vector<double> t, change, method;
};

class EnergyMeter {
 public:
  EnergyMeter(const EquationsOfMotion&, double step);
  void look(const State&, const PowerFlow& = {});  // at the start and after every step
  EnergyBalance book() const;
  EnergyCourse course(std::size_t points) const;  // at so many of the states, evenly
  double of(const State& s) noexcept { return energy(s, nullptr); }

 private:
  double energy(const State&, double* kinetic) noexcept;
  double power(const State&) noexcept;

  const EquationsOfMotion& system_;
  double step_;
  Evaluator eval_;
  KineticEnergy kinetic_;
  std::unique_ptr<Formulation> exact_;
  Rates rates_;
  Vector dq_;
  State at_;
  std::vector<double> t_, energy_, power_, inputs_, dissipated_;
  double most_kinetic_ = 0, most_potential_ = 0, least_potential_ = 0;
};

// The integrals of y from t[0] to each of t, by cubics through the four nearest samples.
std::vector<double> integrals(const std::vector<double>& t, const std::vector<double>& y);

}  // namespace takt::certify
