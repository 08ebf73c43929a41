// v and a follow from q: which q_{n+1}?
//
// Asked by the structural integrators (trapezoidal rule, Newmark, HHT, generalised-alpha) and the
// energy-conserving midpoint rule, which "enable to express the velocities and accelerations as
// functions of the positions" (003 section 2). The integrator writes q_{n+1} = q_n (+) increment and
// iterates
//
//   T dq = -r,    T = ca M + cv C + cq (K + G' alpha G),    ca = da/dq, cv = dv/dq, cq = 1
//
// with the residual r of the formulation; everything is stated in the tangent space at q_{n+1}.
//
// Stiff auxiliary states follow z_{n+1} = reached + w e_{n+1}, a rule of the integrator, and are
// solved for in the same passes, eliminated from T and r:
//
//   dz = N (rho + (e_q + cv e_v) dq),    rho = e + (reached - z)/w,    N = (I - w e_z)^-1 w
//   T -= f_z N (e_q + cv e_v),    r -= f_z N rho
//
// Every projection with the factorised tangent is x <- x - W violation, W = T^-1 G' alpha; divided
// by ca this is (P + G' k alpha G)^-1 G' k alpha with P and k of ERRATA 001.3.        001 (3), (4)
#pragma once

#include "takt/form/abrupt_step.hpp"

namespace takt {

// How stiff auxiliary states of a step follow their rates.
struct StateRule {
  double w = 0;
  Vector reached;  // z_{n+1} without w e_{n+1}
};

// How v, a and stiff states of a step change with q.
struct Sensitivity {
  double h = 0;
  double a = 0, v = 0;                // da/dq, dv/dq
  const StateRule* states = nullptr;  // of this step; null: none are solved for
  AbruptStep* abrupt = nullptr;       // forces that act over the step as a whole; null: none
};

class PositionForm {
 public:
  virtual ~PositionForm() = default;
  // Once, at set-up: chooses penalties. Throws Error, where a penalty given cannot work.
  virtual void prepare(const State& start, const Sensitivity&) = 0;
  // Whether it adds abrupt forces over the step; else they act at its end, like all others.
  virtual bool takes_abrupt() const noexcept { return false; }
  // Places the state the step begins with in Slot::start.
  virtual Status begin(const State& from, const Sensitivity&) noexcept = 0;
  // In: trial.{t, q, v, a, z}, with q = from.q (+) increment. A formulation in independent
  // coordinates moves the dependent ones. Places the trial in Slot::end. Out: r.
  virtual Status residual(const State& from, State& trial, Vector& increment,
                          Vector& r) noexcept = 0;
  virtual Status factorise() noexcept = 0;     // T at the trial
  virtual void solve(Vector& x) noexcept = 0;  // x <- T^-1 x
  // z += dz of the stiff states for the increment dq = -x; the others stay.
  virtual void follow(const Vector& x, Vector& z) noexcept = 0;
  // The trial is final: its multipliers. Leaves it in Slot::end. An iteration that was to converge
  // and did not is let pass (ERRATA 001.8), unless a loop stays open: not_converged.
  virtual Status finish(State& trial, bool given_up) noexcept = 0;

  static constexpr double open_loop = 1e-3;  // SI
  // W = T^-1 G' alpha: made ready once when the step has ended, then applied to violations.
  virtual Status make_weight() noexcept { return Status::ok; }
  virtual void apply_weight(const Vector& violation, Vector& dx) noexcept = 0;
};

}  // namespace takt
