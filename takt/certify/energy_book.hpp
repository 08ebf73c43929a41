// Where the energy of a run went.
//
//   E_n - E_0  =  sum of integral P dt  +  what the method did           P = dE/dt along the exact motion
//
// P is taken at the numerical states: forces that dissipate, drives and roads that do work. What is
// left is the method's own: numerical dissipation when negative. The integral is that of cubics through
// four neighbouring states, of fourth order for steps of any length; the same with every second state
// says how well it is known.
//
// Terms used: E = T + V at u(t); dE/dt by differences of fourth order along (v, a, z', u'), a from the
// constraints at acceleration level.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "takt/form/formulation.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::certify {

struct EnergyBook {
  double first = 0, last = 0;    // J
  double exchanged = 0;          // by dissipating forces, drives, roads: of the exact motion
  double numerical = 0;          // by the method
  double largest_numerical = 0;  // at any time of the run
  double resolution = 0;         // to which the two are told apart
  double size =
      0;  // the largest |E - E_0|, kinetic energy or range of the potential: to compare with
  std::optional<double> unconverged;  // of `numerical`, by Newton passes that ended early
  double change() const noexcept { return last - first; }
};

class EnergyMeter {
 public:
  EnergyMeter(const EquationsOfMotion&, double step);
  void look(const State&);  // at the start and after every step
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
  std::vector<double> t_, energy_, power_;
  double most_kinetic_ = 0, most_potential_ = 0, least_potential_ = 0;
};

// The integrals of y from t[0] to each of t, by cubics through the four nearest samples.
std::vector<double> integrals(const std::vector<double>& t, const std::vector<double>& y);

}  // namespace takt::certify
