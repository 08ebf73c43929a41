// Finds the chassis and the other bodies that are held while a wheel is moved up and down.
//
// On the path from ground to the wheel, the chassis is the last body that either floats (on a joint
// with five or six degrees of freedom) or is heavier than all bodies after it, and whose joints can
// be held while the wheel can still move. All bodies up to it are held. A suspension mounted on
// ground has no chassis.
//
// In addition, every other body on ground is held if the wheel can still move: a tractor in front
// of its trailer, a steering rack. Bodies that must move with the wheel, such as an arm or a
// carrier on rods, are not held.
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt {

struct Chassis {
  int body = 0;     // 0: ground
  List<bool> held;  // for each velocity
};

// Of a mechanism in joint coordinates. `rise`: the vertical speed of the wheel for each unit velocity; `G`: of the closures.
Chassis find_chassis(const mechanism::Mechanism&, int wheel, const Matrix& G, const Vector& rise);

// True if the wheel can move up while the closures are fulfilled and the held velocities are zero.
bool can_travel(const Matrix& G, const Vector& rise, const List<bool>& held);

}  // namespace takt
