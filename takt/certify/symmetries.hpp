// Directions in which nothing is different: where a vehicle on a flat road stands and heads, how far
// a wheel has turned. A step moves a state and its shifted copy alike, so each gives the step's map an
// eigenvalue one that says nothing about stability.
//
// Tested, not assumed. A coordinate is such a direction when M, f, g, G, gI, gamma and e are the same
// far away along it. A shift or a turn of all bodies together is one when every body then accelerates
// as before, shifted or turned with it.
#pragma once

#include <string>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::certify {

struct Symmetry {
  std::string name;  // "chassis.x", "heading"
  Vector dq, dv;     // of one unit of it, at the state asked for
};

std::vector<Symmetry> symmetries(const EquationsOfMotion&, const State&);

}  // namespace takt::certify
