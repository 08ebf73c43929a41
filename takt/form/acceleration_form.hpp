// Given t, q, v, z: which rates?
//
// Asked by Runge-Kutta methods. A formulation may change the rate of the position too: the
// stabilised ODE 004 (4.3) does.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

struct Rates {
  Vector dq;      // rate of the position, in the tangent space at q; v for most formulations
  Vector dv;      // v'
  Vector lambda;  // multipliers there
  Vector dz;      // z'
};

class AccelerationForm {
 public:
  virtual ~AccelerationForm() = default;
  // Places `at` in the slot, so that the stabiliser may read the terms there.
  virtual Status rates(Slot, const State& at, Rates& out) noexcept = 0;
};

}  // namespace takt
