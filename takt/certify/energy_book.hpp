// Where the energy of a run went.
//
//   E_n - E_0  =  inputs + dissipated + method,      inputs + dissipated = integral of P = dE/dt
//
// P is taken at the numerical states, along the exact motion; `dissipated` is the part of it that
// PowerFlow knows for that of the elements (takt/simulate/energy_account.hpp, which does the same
// within the time of a run, without differences of the whole energy), and `inputs` the rest. Where
// PowerFlow knows of no input all of P is dissipated: what differences miss at a kink is no input.
// What is left is the method's own.
// The integral is that of cubics through four neighbouring states, of fourth order for steps of any
// length; the same with every second state, and what PowerFlow adds up to, say how well it is known.
//
// Terms used: E = T + V at u(t); dE/dt by differences of fourth order along (v, a, z', u'), a from the
// constraints at acceleration level.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "takt/form/formulation.hpp"
#include "takt/simulate/power_flow.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::certify {

struct EnergyBook {
  double first = 0, last = 0;         // J
  double inputs = 0, dissipated = 0;  // of the exact motion
  double method = 0;                  // by the method
  double largest_method = 0;          // at any time of the run
  double resolution = 0;              // to which the two are told apart
  double size =
      0;  // the largest |E - E_0|, kinetic energy or range of the potential: to compare with
  std::optional<double> unconverged;  // of `method`, by Newton passes that ended early
  double change() const noexcept { return last - first; }
  double exchanged() const noexcept { return inputs + dissipated; }
};

class EnergyMeter {
 public:
  EnergyMeter(const EquationsOfMotion&, double step);
  void look(const State&, const PowerFlow& = {});  // at the start and after every step
  EnergyBook book() const;
  double of(const State& s) noexcept { return energy(s, nullptr); }

 private:
  double energy(const State&, double* kinetic) noexcept;
  double power(const State&) noexcept;

  const EquationsOfMotion& system_;
  double step_;
  Evaluator eval_;
  std::unique_ptr<Formulation> exact_;
  Rates rates_;
  Vector dq_, none_, balance_, along_;
  State at_;
  std::vector<double> t_, energy_, power_, inputs_, dissipated_;
  double most_kinetic_ = 0, most_potential_ = 0, least_potential_ = 0;
};

// The integrals of y from t[0] to each of t, by cubics through the four nearest samples.
std::vector<double> integrals(const std::vector<double>& t, const std::vector<double>& y);

}  // namespace takt::certify
