// What happens to a state that has left the constraints: called by the integrator the moment a
// level is final.
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
  // The start slot of the evaluator holds the state the step begins with.
  virtual void begin(double h) noexcept = 0;
  // `fresh`: the levels that have just become final. A position-first integrator announces q before
  // it computes v; others announce both together. `velocity_closed`: v fulfils its constraints
  // already, as index 2 guarantees.
  virtual Status correct(State&, Levels fresh, bool velocity_closed) noexcept = 0;
  virtual bool active() const noexcept { return true; }
  // By how much the last step's corrections moved q (tangent space) and v: the new state is
  // q (+) -moved_q, v - moved_v.
  virtual const Vector& moved_q() const noexcept = 0;
  virtual const Vector& moved_v() const noexcept = 0;
};

}  // namespace takt
