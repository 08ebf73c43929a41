// Matrix A and right side r of a linear-implicit Euler step, shared by the formulations:
//                                                                        000 (3), ERRATA 000.1 to 3
//   A  = M + [damping] h C + [stiffness] h^2 (K + K_lambda)
//   r  = h f - [drift] h^2 ((K + K_lambda) v_n - [time] (f_t - lambda_t))
//
// All terms are evaluated at the start of the step. Stiff auxiliary states (stiff_states.hpp)
// change both: with rho = e + [drift] h (e_q v_n + [time] e_t) and E = e_v + [stiffness] h e_q
//
//   A -= h f_z N E,   r += h f_z N rho,   N = (I - h e_z)^-1 h
//
// Rows of the family without damping (J3, explicit) treat z explicitly.
#pragma once

#include "takt/formulation/stiff_states.hpp"

namespace takt {

class LinearImplicit {
 public:
  explicit LinearImplicit(Evaluator&);

  // The terms that a row needs at the start of a step, to request them in one evaluation.
  static Need needs(Blocks, const Shape&) noexcept;
  const linear::Patterned& matrix(double h, Blocks) noexcept;  // A
  // The right side r. Call matrix() before, unless the matrix is M alone.
  void right_side(double h, Blocks, Vector& r) noexcept;
  // Mean rates of the auxiliary states over a step in which the velocities change by dv.
  void state_rates(double h, Blocks, const Vector& dv, Vector& dz) noexcept;
  const linear::SharedPattern& pattern() const noexcept { return sum_.pattern(); }
  StiffStates& stiff() noexcept { return stiff_; }

 private:
  Evaluator& eval_;
  StiffStates stiff_;
  linear::PatternedSum sum_;
  linear::Patterned A_;
  Vector rho_;
};

}  // namespace takt
