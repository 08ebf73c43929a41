// The linearised form: the formulation computes v' at a given t, q, v, z, and its derivatives with
// respect to q and v.
//
// Used by implicit Runge-Kutta methods. With M^ = M (+ G' alpha G), C^ = C (+ G' alpha G') and K at
// the start of the step, the formulation factorises once
//
//   T = M^ + gh C^ + gh^2 K                                                          003 (24)
//
// and uses it for all stages and Newton passes. Stiff auxiliary states are eliminated from it:
//
//   dz = rho_z + e_q (xq + gh^2 dv) + e_v (xv + gh dv) + e_z (xz + gh dz)
//   M^ dv = M^ rho - C^ (xv + gh dv) - K (xq + gh^2 dv) + f_z (xz + gh dz)
#pragma once

#include "takt/form/acceleration_form.hpp"

namespace takt {

// The residual of a stage, and the changes that earlier stages contribute.          003 (23)
struct StageResidual {
  Vector rho, xq, xv;  // of velocities
  Vector rho_z, xz;    // of stiff auxiliary states; 0 for the other states
};

class LinearisedForm {
 public:
  virtual ~LinearisedForm() = default;
  // Called once, at set-up: chooses the penalties. Returns the size below which increments of q are
  // round-off. Throws Error if a penalty given by the user cannot work.
  virtual double set_up(const State& start, double gh) = 0;
  // Places `from` in Slot::start and factorises T there. `tangent_factor` multiplies the derivative
  // of the constraint matrix in C^: 1 as in 003 (21), 2 is the true derivative (ERRATA 003.3).
  virtual Status linearise(const State& from, double gh, double tangent_factor) noexcept = 0;
  // The rates of a stage. What the formulation keeps of a stage from pass to pass (multipliers) is
  // reset in pass 0. A formulation in independent coordinates changes the dependent ones of `at`.
  virtual Status stage(int stage, int pass, State& at, Rates& out) noexcept = 0;
  // The increment dv, 003 (24), and dz of the stiff states; the other states do not change.
  virtual void correct(const StageResidual&, Vector& dv, Vector& dz) noexcept = 0;

  // Restricts an increment to the part that is integrated: all of it, or the independent
  // coordinates.
  virtual void restrict(Vector& /*dx*/) noexcept {}

  static constexpr int most_stages = 5;
};

}  // namespace takt
