// The power that changes the energy E = v'Mv/2 + V of a system along its exact motion:
//
//   dE/dt = inputs + dissipated,      inputs = lambda . gI + those of drives and elements
//
// Driven constraints G v + gI = 0 do the work -v . G' lambda = lambda . gI. A system that knows its
// elements computes their power itself (Energetic). For any other system
//
//   dE/dt = v . f + v'M'v/2 + V_q . v + V_t + lambda . gI
//
// and `dissipated` is the part that is left if the excitation is constant (u' = u'' = 0, no V_t, no
// gI).
//
// Terms used: M' = dM/dt at fixed v and V_q . v by central differences along v, V_t along u(t).
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

struct PowerFlow {
  double inputs = 0;      // W
  double dissipated = 0;  // W; negative if energy is dissipated
};

constexpr Index many_velocities = 200;  // with more velocities M is too expensive to compute

// v'Mv/2 of the state in the slot; with driven coordinates that are no unknowns, the sum over all bodies.
class KineticEnergy {
 public:
  explicit KineticEnergy(const EquationsOfMotion&);
  Need needs() const noexcept {
    return tree_ != nullptr || drives_ != nullptr ? nothing : Need(Term::M);
  }
  double at(Evaluator&, Slot, const Vector& v) noexcept;

 private:
  const Recursive* tree_;
  const Energetic* drives_;  // null: there are none
  Vector none_, work_;
};

// The power flow of systems without Energetic.
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
  Terms terms_;  // only f is used
};

// lambda . gI of the state in the slot.
double power_of_rows(Evaluator&, Slot, const Vector& lambda) noexcept;

}  // namespace takt
