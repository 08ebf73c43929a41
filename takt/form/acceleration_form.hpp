// The acceleration form: the formulation computes the rates at a given t, q, v, z.
//
// Used by explicit Runge-Kutta methods. A formulation may change the rate of the position, too: the
// stabilised ODE 004 (4.3) does.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

struct Rates {
  Vector dq;      // rate of the position, in the tangent space at q; v for most formulations
  Vector dv;      // v'
  Vector lambda;  // multipliers at the state
  Vector dz;      // z'
};

class AccelerationForm {
 public:
  virtual ~AccelerationForm() = default;
  // Places `at` in the slot, so that the stabiliser can read the terms there.
  virtual Status rates(Slot, const State& at, Rates& out) noexcept = 0;
};

}  // namespace takt
