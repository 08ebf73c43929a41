// Given t, q, v, z: which v', and how does it change with q and v?
//
// Asked by implicit Runge-Kutta methods. With M^ = M (+ G' alpha G), C^ = C (+ G' alpha G') and K at
// the start of the step, the formulation factorises once
//
//   T = M^ + gh C^ + gh^2 K                                                          003 (24)
//
// and answers any number of stages and passes with it. Stiff auxiliary states are eliminated from it:
//
//   dz = rho_z + e_q (xq + gh^2 dv) + e_v (xv + gh dv) + e_z (xz + gh dz)
//   M^ dv = M^ rho - C^ (xv + gh dv) - K (xq + gh^2 dv) + f_z (xz + gh dz)
#pragma once

#include "takt/form/acceleration_form.hpp"

namespace takt {

// What a stage lacks, and what changes of the stage before it bring.               003 (23)
struct StageResidual {
  Vector rho, xq, xv;  // of velocities
  Vector rho_z, xz;    // of stiff auxiliary states; 0 for others
};

class LinearisedForm {
 public:
  virtual ~LinearisedForm() = default;
  // Once, at set-up: chooses penalties. Returns below which size increments of q are round-off.
  // Throws Error, where a penalty given cannot work.
  virtual double set_up(const State& start, double gh) = 0;
  // Places `from` in Slot::start and factorises T there. `tangent_factor` multiplies the derivative
  // of the constraint matrix in C^: 1 as in 003 (21), 2 as it is (ERRATA 003.3).
  virtual Status linearise(const State& from, double gh, double tangent_factor) noexcept = 0;
  // The rates of a stage; what the formulation remembers of a stage from pass to pass (multipliers)
  // starts anew with pass 0. A formulation in independent coordinates moves the others.
  virtual Status stage(int stage, int pass, State& at, Rates& out) noexcept = 0;
  // The increment of v, 003 (24), and dz of the stiff states; the others stay.
  virtual void correct(const StageResidual&, Vector& dv, Vector& dz) noexcept = 0;

  // Leaves of an increment what is integrated: all, or the independent part.
  virtual void restrict(Vector& /*dx*/) noexcept {}

  static constexpr int most_stages = 2;
};

}  // namespace takt
