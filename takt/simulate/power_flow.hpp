// How fast the energy E = v'Mv/2 + V of a system changes along its exact motion, and by whom.
//
//   dE/dt = inputs + dissipated,      inputs = lambda . gI + those of the elements
//
// Driven rows G v + gI = 0 do the work -v . G' lambda = lambda . gI. A system that knows its elements
// says what they bring and take (Energetic). Of any other
//
//   dE/dt = v . f + v'M'v/2 + V_q . v + V_t + lambda . gI
//
// and `dissipated` is what of it is left when the excitation stands still (u' = u'' = 0, no V_t, no gI).
//
// Terms used: M' = dM/dt at fixed v and V_q . v by central differences along v, V_t along u(t).
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

struct PowerFlow {
  double inputs = 0;      // W
  double dissipated = 0;  // W; negative where energy is taken out
};

constexpr Index many_velocities = 200;  // beyond, M is dear to write down

// v'Mv/2 of the state in the slot.
class KineticEnergy {
 public:
  explicit KineticEnergy(const EquationsOfMotion&);
  Need needs() const noexcept { return tree_ != nullptr ? nothing : Need(Term::M); }
  double at(Evaluator&, Slot, const Vector& v) noexcept;

 private:
  const Recursive* tree_;
  Vector none_, work_;
};

// Of systems that know no elements.
class SystemPower {
 public:
  explicit SystemPower(const EquationsOfMotion&);
  // `s` is in the slot `start`; `lambda` are its multipliers. Uses the slot `stage`.
  PowerFlow at(Evaluator&, const State& s, const Vector& lambda, KineticEnergy&) noexcept;

 private:
  const EquationsOfMotion& system_;
  State moved_;
  Vector dq_;
  Excitation still_, other_;
  Terms terms_;  // f alone
};

// lambda . gI of the state in the slot.
double power_of_rows(Evaluator&, Slot, const Vector& lambda) noexcept;

}  // namespace takt
