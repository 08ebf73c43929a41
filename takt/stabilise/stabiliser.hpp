// The interface of stabilisers, which correct a state that has drifted off the constraints. The
// integrator calls correct() as soon as a level (q, v, a) is final.
#pragma once

#include "takt/base/types.hpp"
#include "takt/eom/state.hpp"

namespace takt {

struct Levels {
  bool q = false, v = false, a = false;
};

class Stabiliser {
 public:
  virtual ~Stabiliser() = default;
  // Called at the start of a step, when the start slot of the evaluator contains its initial state.
  virtual void begin(double h) noexcept = 0;
  // `fresh`: the levels that have just become final. A position-first integrator passes q before it
  // computes v; others pass both together. `velocity_closed`: v already fulfils its constraints, as
  // index 2 guarantees.
  virtual Status correct(State&, Levels fresh, bool velocity_closed) noexcept = 0;
  virtual bool active() const noexcept { return true; }
  // The sum of the corrections of q (in the tangent space) and of v in the last step: the new state
  // is q (+) -moved_q, v - moved_v.
  virtual const Vector& moved_q() const noexcept = 0;
  virtual const Vector& moved_v() const noexcept = 0;
};

}  // namespace takt
