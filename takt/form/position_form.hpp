// v and a follow from q: which q_{n+1}?
//
// Asked by the structural integrators (trapezoidal rule, Newmark, HHT, generalised-alpha) and the
// energy-conserving midpoint rule, which "enable to express the velocities and accelerations as
// functions of the positions" (003 section 2).
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

struct Trial {
  const State& start;
  double t;
  const Vector &q, &v, &a;
  double alpha_m, alpha_f;
};

class PositionForm {
 public:
  virtual ~PositionForm() = default;
  virtual void begin(const State& from) noexcept = 0;
  virtual void residual(const Trial&, Vector& r) noexcept = 0;
  virtual Status factorise(double ca, double cv, double cq) noexcept = 0;  // ca M + cv C + cq (...)
  virtual void solve(Vector& x) const noexcept = 0;
  // lambda* += alpha g where last evaluated, at the corrected position (001 (2)); r follows.
  virtual void update_multipliers(Vector& lambda, Vector& r) noexcept = 0;
};

}  // namespace takt
