// What is held while a wheel is moved up and down: the chassis, whatever joint carries it.
//
// On the way from ground to the wheel, the chassis is the last body that either floats (on a joint
// with five or six freedoms) or is heavier than all that follows it, and whose joints may be held
// while the wheel still has its travel. Everything up to it is held. A suspension on ground has none.
//
// Besides, every other body on ground is held if the travel stays: a tractor before its trailer, a
// steering rack. What must move with the wheel, as an arm or a carrier on rods, is not.
#pragma once

#include <vector>

#include "takt/mechanism/joint/joint_mechanism.hpp"

namespace takt {

struct Chassis {
  int body = 0;            // 0: ground
  std::vector<bool> held;  // by velocity
};

// `rise`: how fast the wheel goes up with each velocity; `G`: of the closures.
Chassis find_chassis(const mechanism::JointMechanism&, int wheel, const Matrix& G,
                     const Vector& rise);

// Whether the wheel can go up while the closures hold and some velocities are zero.
bool can_travel(const Matrix& G, const Vector& rise, const std::vector<bool>& held);

}  // namespace takt
