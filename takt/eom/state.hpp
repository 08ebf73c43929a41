// Where a mechanism is and how it moves, at one time.
#pragma once

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

}  // namespace takt
