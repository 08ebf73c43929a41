// The position form: v and a are functions of q, and the step solves for q_{n+1}.
//
// Used by the structural integrators (trapezoidal rule, Newmark, HHT, generalised-alpha) and the
// energy-conserving midpoint rule, which "enable to express the velocities and accelerations as
// functions of the positions" (003 section 2). The integrator writes q_{n+1} = q_n (+) increment
// and iterates
//
//   T dq = -r,    T = ca M + cv C + cq (K + G' alpha G),    ca = da/dq, cv = dv/dq, cq = 1
//
// with the residual r of the formulation; everything is stated in the tangent space at q_{n+1}.
//
// Stiff auxiliary states follow the rule z_{n+1} = reached + w e_{n+1} of the integrator. They are
// solved for in the same Newton passes, and eliminated from T and r:
//
//   dz = N (rho + (e_q + cv e_v) dq),    rho = e + (reached - z)/w,    N = (I - w e_z)^-1 w
//   T -= f_z N (e_q + cv e_v),    r -= f_z N rho
//
// Every projection with the factorised T is x <- x - W violation, W = T^-1 G' alpha. With T and
// alpha divided by ca this is W = (P + G' k alpha G)^-1 G' k alpha with P and k of ERRATA 001.3.
//                                                                                    001 (3), (4)
#pragma once

#include "takt/form/abrupt_step.hpp"

namespace takt {

// The rule of the integrator for stiff auxiliary states: z_{n+1} = reached + w e_{n+1}.
struct StateRule {
  double w = 0;
  Vector reached;  // z_{n+1} without w e_{n+1}
};

// Derivatives of v and a with respect to q, and the rule for stiff states, in one step.
struct Sensitivity {
  double h = 0;
  double a = 0, v = 0;                // da/dq, dv/dq
  const StateRule* states = nullptr;  // null: no states are solved for
  AbruptStep* abrupt = nullptr;       // null: no such forces
};

class PositionForm {
 public:
  virtual ~PositionForm() = default;
  // Called once, at set-up: chooses the penalties. Throws Error if a penalty given by the user
  // cannot work.
  virtual void prepare(const State& start, const Sensitivity&) = 0;
  // True if the formulation averages abrupt forces over the step; otherwise they act at its end,
  // like all other forces.
  virtual bool takes_abrupt() const noexcept { return false; }
  // Places the state at the start of the step in Slot::start.
  virtual Status begin(const State& from, const Sensitivity&) noexcept = 0;
  // In: trial.{t, q, v, a, z} with q = from.q (+) increment. A formulation in independent
  // coordinates changes the dependent ones of the trial. Places the trial in Slot::end. Out: the
  // residual r.
  virtual Status residual(const State& from, State& trial, Vector& increment,
                          Vector& r) noexcept = 0;
  virtual Status factorise() noexcept = 0;     // T at the trial
  virtual void solve(Vector& x) noexcept = 0;  // x <- T^-1 x
  // z += dz of the stiff states for the increment dq = -x; the other states do not change.
  virtual void follow(const Vector& x, Vector& z) noexcept = 0;
  // The trial is final: computes its multipliers and leaves it in Slot::end. An iteration to a
  // tolerance that did not converge (`given_up`) is accepted (ERRATA 001.8), unless a loop stays
  // open by more than `open_loop`: not_converged.
  virtual Status finish(State& trial, bool given_up) noexcept = 0;

  static constexpr double open_loop = 1e-3;  // SI
  // W = T^-1 G' alpha: prepared once at the end of a step, then applied to violations of the
  // constraints.
  virtual Status make_weight() noexcept { return Status::ok; }
  virtual void apply_weight(const Vector& violation, Vector& dx) noexcept = 0;
};

}  // namespace takt
