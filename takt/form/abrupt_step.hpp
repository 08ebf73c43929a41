// One step of a structural integrator with abrupt forces (class Abrupt in
// eom/equations_of_motion.hpp): bump stops and springs with kinks, whose force may change strongly
// within a step.
//
// They are averaged over the step and enter beside the accelerations A of all other forces:
//
//   x = x_0/2 + M^-1 (over - G' mu)
//   q_{n+1} = q_n (+) (h v_n + h^2 ((1/2 - beta) A_n + beta A_{n+1} + x/2))
//   v_{n+1} = v_n + h ((1 - gamma) A_n + gamma A_{n+1} + theta x)
//
// So they do the work -(V_{n+1} - V_n), and the filter of accelerations (generalised-alpha) does
// not pass their impulse on to later steps. The Newton passes solve for A* = A_{n+1} + x/(2 beta),
// as if all forces were ordinary; the formulation adds kappa (M x_0/2 + over) - there to its
// forces. At the end of the step A_{n+1} and x are separated with the mass matrix. theta is 1 if
// the passes have converged. If they ended early, theta scales the impulse, so that its work on v
// equals the work that the passes have assumed for q.
//
// Terms used: x_0 the acceleration of these forces at the start; kappa = 1/(2 beta c), c of ERRATA
// 001.3, the ratio between A and a; `there` the forces at the end of the step as f contains them.
// Without a kink within the step this is the trapezoidal rule, of second order.
//                                                                         Gonzalez 1996, 001 (11)
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
  // The part of the acceleration of the step that comes from the start, kappa x_0/2. It fulfils the
  // constraints at the start, not those at the end.
  const Vector& carried() const noexcept { return carried_; }
  // The contribution of these forces to the tangent, with the pattern of C; at Slot::end.
  const linear::Patterned& stiffness() noexcept;

  // Called in each Newton pass, which goes from the trial in Slot::end by -x.
  void pass(const Vector& x) noexcept;
  // Called at the end of a step. In: everything computed as if these forces were ordinary ones.
  // Out: next.v with their averaged impulse; next.a and next.lambda with these forces at the end;
  // A_{n+1} of the other forces; of_a, the part of next.a that these forces cause.
  struct End {
    const State& from;
    double h;
    State& next;
    Vector &A, &of_a;
  };
  Status part(const End&) noexcept;
  // The part of the acceleration at the start that these forces cause.
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
