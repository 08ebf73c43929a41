// Given q_n, v_n and q_{n+1}: which v_{n+1}?
//
// Asked by explicit and linear-implicit Euler. With K = -df/dq (+ d(G' lambda)/dq, lambda of the
// previous step) and C = -df/dv, the rows of the linear-implicit family differ only in which blocks
// of the Jacobian they keep:                                        000 section 2, ERRATA 000.1, 2
//
//   matrix M + [damping] h C + [stiffness] h^2 K,   right side h (f - [drift] h (K v_n - [time] f_t))
//
// f_t is how forces change with time alone, through the excitation: the same order as h K v_n, because
// along the motion f' = f_t - K v - C v'. 000 prints the autonomous form, without it.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

struct Blocks {
  bool damping = false, stiffness = false, drift = false;
  bool lambda_gradient = true;  // K contains d(G' lambda)/dq
  bool states = false;          // solve for stiff auxiliary states as well
  bool time = false;            // the drift holds h f_t as well
  constexpr bool matrix_is_mass() const noexcept { return !damping && !stiffness; }
};

class VelocityForm {
 public:
  virtual ~VelocityForm() = default;
  // True when the answer needs q_{n+1} (index 2): the integrator must update positions first.
  virtual bool needs_next_position() const noexcept = 0;
  // True when v_{n+1} fulfils the velocity constraints at q_{n+1} already.
  virtual bool closes_velocity() const noexcept = 0;
  // Places `from` in Slot::start and evaluates there, once, all that the step needs.
  virtual void begin(const State& from, Blocks) noexcept = 0;
  // In: next.t, and next.q where it is needed. Out: next.v, next.lambda, next.a, dz.
  virtual Status velocity(const State& from, double h, Blocks, State& next,
                          Vector& dz) noexcept = 0;
};

}  // namespace takt
