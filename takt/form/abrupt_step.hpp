// Abrupt forces (eom/equations_of_motion.hpp) within a step of a structural integrator.
//
// They act over the step as a whole, beside the accelerations A of all other forces:
//
//   q_{n+1} = q_n (+) (h v_n + h^2 ((1/2 - beta) A_n + beta A_{n+1} + x/2)),   x = x_0/2 + M^-1 (over - G' mu)
//   v_{n+1} = v_n + h ((1 - gamma) A_n + gamma A_{n+1} + theta x)
//
// so that they do the work -(V_{n+1} - V_n), and no filter of accelerations hands their impulse on to
// later steps. Newton's passes solve for A* = A_{n+1} + x/(2 beta), as if there were nothing of the kind;
// the formulation adds kappa (M x_0/2 + over) - there to its forces. In the end both parts are told apart
// with the mass matrix. theta is 1 where the passes have converged; where they ended early it scales the
// impulse such that its work on v is the one that the passes have given to q.
//
// Terms used: x_0 the acceleration of these forces at the start; kappa = 1/(2 beta c), c of ERRATA 001.3,
// as far as a follows from A; `there` the forces at the end itself, which f contains. Where forces have
// no kink within the step this is the trapezoidal rule, of second order.     Gonzalez 1996, 001 (11)
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

class AbruptStep {
 public:
  struct Weights {
    double beta, gamma, c;
  };
  AbruptStep(Evaluator&, Weights);
  bool any() const noexcept { return forces_ != nullptr; }

  void begin(const Vector& x_0) noexcept;  // at Slot::start
  void add_to(Vector& r) noexcept;         // r -= kappa (M x_0/2 + over) - there, at Slot::end
  // What of the acceleration of the step the start has brought along, kappa x_0/2: it fulfils the
  // constraints of the start, not those of the end.
  const Vector& carried() const noexcept { return carried_; }
  // What that adds to the tangent, with the pattern of C; at Slot::end.
  const linear::Patterned& stiffness() noexcept;

  // A pass goes from the trial in Slot::end by -x.
  void pass(const Vector& x) noexcept;
  // The step that ended. In: all as if the forces were none of the kind. Out: v by impulse, a and
  // multipliers of the forces at the end, A_{n+1} of the others, of_a what of next.a is not theirs.
  struct End {
    const State& from;
    double h;
    State& next;
    Vector &A, &of_a;
  };
  Status part(const End&) noexcept;
  // What of the acceleration at the start these forces are.
  Status start(Vector& of_a) noexcept;

 private:
  double theta(const End&, double as_passed) const noexcept;

  Evaluator& eval_;
  const Abrupt* forces_;
  Weights w_;
  double kappa_;
  Vector kept_, trial_, over_, there_, ahead_, half_, carried_, x_, mu_;
  linear::Patterned K_;
};

}  // namespace takt
