// Modules of a model: parts that hang together by joints with `module: true` only, and are evaluated
// and solved each on its own.                                             000 section 4.3, Fig. 9
//
// Such a joint is a ball joint whose rows are in world axes: p_b - p_a = 0. What the modules see of
// each other is the place and velocity of one point and a force there; the derivative of a force that
// is held in world axes has no entry that couples them. Everything else, joints, constraints and
// forces, must stay within a module or reach to ground.
#pragma once

#include <vector>

#include "takt/model/model.hpp"

namespace takt::mechanism {

// The module of every body, from 0, ground in the first; empty where no joint joins modules. Throws
// Error where such a joint does not separate its bodies, and says what holds them together.
std::vector<int> modules_of(const Model&);

}  // namespace takt::mechanism
