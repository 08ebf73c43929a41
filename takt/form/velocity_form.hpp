// The velocity form: the formulation computes v_{n+1} from q_n, v_n and q_{n+1}.
//
// Used by explicit and linear-implicit Euler. With K = -df/dq (+ d(G' lambda)/dq, lambda of the
// previous step) and C = -df/dv, the rows of the linear-implicit family differ only in which blocks
// of the Jacobian they keep:                                        000 section 2, ERRATA 000.1, 2
//
//   matrix       M + [damping] h C + [stiffness] h^2 K
//   right side   h (f - [drift] h (K v_n - [time] f_t))
//
// f_t is the partial derivative of the forces with respect to time, through the excitation. h f_t
// is of the same order as h K v_n, because f' = f_t - K v - C v' along the motion. 000 prints the
// autonomous form, without f_t.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

// The blocks of the Jacobian that a row of the family keeps.
struct Blocks {
  bool damping = false, stiffness = false, drift = false;
  bool lambda_gradient = true;  // K contains d(G' lambda)/dq
  bool states = false;          // solve for stiff auxiliary states as well
  bool time = false;            // the drift term contains h f_t
  constexpr bool matrix_is_mass() const noexcept { return !damping && !stiffness; }
};

class VelocityForm {
 public:
  virtual ~VelocityForm() = default;
  // True if v_{n+1} depends on q_{n+1} (index 2): the integrator must update the positions first.
  virtual bool needs_next_position() const noexcept = 0;
  // True if v_{n+1} already fulfils the velocity constraints at q_{n+1}.
  virtual bool closes_velocity() const noexcept = 0;
  // Places `from` in Slot::start and evaluates there, once, everything the step needs.
  virtual void begin(const State& from, Blocks) noexcept = 0;
  // In: next.t, and next.q if it is needed. Out: next.v, next.lambda, next.a, dz.
  virtual Status velocity(const State& from, double h, Blocks, State& next,
                          Vector& dz) noexcept = 0;
};

}  // namespace takt
