// The state of a mechanism at one time: positions, velocities and auxiliary states.
#pragma once

#include <utility>

#include "takt/base/types.hpp"

namespace takt {

struct State {
  double t = 0;
  Vector q;       // coordinates; a unit quaternion has four
  Vector v;       // velocities; q' = v in plain coordinates
  Vector a;       // accelerations, latest known values
  Vector lambda;  // multipliers of the last step taken
  Vector z;       // auxiliary states: controllers, tyres, actuators
};

// May be called within a step, where heap calls are forbidden. std::swap would move the vectors and
// so call free, if only with a null pointer.
inline void swap(State& a, State& b) noexcept {
  std::swap(a.t, b.t);
  a.q.swap(b.q);
  a.v.swap(b.v);
  a.a.swap(b.a);
  a.lambda.swap(b.lambda);
  a.z.swap(b.z);
}

}  // namespace takt
