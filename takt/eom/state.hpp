// Where a mechanism is and how it moves, at one time.
#pragma once

#include <utility>

#include "takt/base/types.hpp"

namespace takt {

struct State {
  double t = 0;
  Vector q;       // coordinates; unit quaternions count four
  Vector v;       // velocities, q' = v where coordinates are plain
  Vector a;       // accelerations, the newest known
  Vector lambda;  // multipliers, of the last step taken
  Vector z;       // auxiliary states: controllers, tyres, actuators
};

// In a step, too: std::swap would free what it moved from, if only a null pointer.
inline void swap(State& a, State& b) noexcept {
  std::swap(a.t, b.t);
  a.q.swap(b.q);
  a.v.swap(b.v);
  a.a.swap(b.a);
  a.lambda.swap(b.lambda);
  a.z.swap(b.z);
}

}  // namespace takt
