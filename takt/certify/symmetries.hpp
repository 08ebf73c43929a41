// Finds the symmetries of a model: directions in which the equations do not change, such as the
// place and the heading of a vehicle on a flat road, or the angle that a wheel has turned. A step
// moves a state and its shifted copy alike, so each symmetry gives the map of a step an eigenvalue
// one that says nothing about stability.
//
// Symmetries are tested, not assumed. A coordinate is one if M, f, g, G, gI, gamma and e are the
// same far away along it. A shift or a rotation of all bodies together is one if every body then
// has the same acceleration, shifted or rotated with it.
#pragma once

#include <string>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::certify {

struct Symmetry {
  std::string name;  // "chassis.x", "heading"
  Vector dq, dv;     // change of the state per unit of the symmetry
};

std::vector<Symmetry> symmetries(const EquationsOfMotion&, const State&);

}  // namespace takt::certify
