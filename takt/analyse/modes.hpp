// Small motions about an equilibrium or a steady motion: eigenvalues of the linearised constrained
// system.
//
//   dq' = N dq + dv      M dv' = -K dq - C dv + F dz - G' dlambda
//   G_p dq = 0           G dv + (G v)_q dq = 0                 dz' = e_q dq + e_v dv + e_z dz
//
// reduced by dq = R_p y, dv = R w + P y with bases G_p R_p = 0, G R = 0 and P = -G^+ (G v)_q R_p
// to a first-order system in (y, w, z). Rows at velocity level (rolling) are in G but not in G_p.
//
// Terms used: K = d(G' lambda - f)/dq with the lambda that balances f best, C = -df/dv, F = df/dz;
// N turns increments of rotations with the motion; G_p rows at position level; ^+ pseudo-inverse.
#pragma once

#include <string>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt {

struct Mode {
  double re = 0, im = 0;  // 1/s
  std::string mostly;     // the coordinate that moves most, by its share of the kinetic energy
  double share = 0;       // 0 .. 1

  double frequency() const noexcept;  // Hz, of the damped oscillation; 0: none
  double damping() const noexcept;    // -re / |s|; 1: no oscillation
};

// How far a state is from an equilibrium or a steady motion.
struct Balance {
  double acceleration = 0;  // the largest, m/s^2 or rad/s^2
  bool holds = true;        // the acceleration is negligible
};
Balance balance_of(const EquationsOfMotion&, const State&);

struct Modes {
  // by ascending frequency, then decay; neutral modes first, with exact zeros
  std::vector<Mode> all;
  int neutral = 0;  // number of eigenvalues that are zero up to round-off
  Balance balance;
  bool moving = false;
};

// Uses the given state, even if it is not an equilibrium: see `balance`. Throws Error if some
// coordinate has no inertia.
Modes modes(const EquationsOfMotion&, const State&);

// N of the equations above: the part of dq' that comes from the moving attitude. Zero where all
// coordinates are plain.
Matrix turning_of_increments(const EquationsOfMotion&, const Vector& v);

}  // namespace takt
