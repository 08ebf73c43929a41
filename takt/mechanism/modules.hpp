// Divides a model into modules: parts that are connected by joints with `module: true` only. Each
// module is solved on its own.  000 (Burgermeister, Arnold, Esterl) section 4.3, Fig. 9
//
// Such a joint is a ball joint whose rows are in world axes: p_b - p_a = 0. The only coupling of
// two modules is the position and velocity of one point and a force there. The derivative of a
// force whose components are given in world axes has no entry that couples the modules. All other
// joints, constraints and forces must stay within one module, or connect it to ground.
#pragma once

#include <vector>

#include "takt/model/model.hpp"

namespace takt::mechanism {

// The module of every body, numbered from 0; ground is in module 0. Empty if the model has no joint
// with `module: true`. Throws Error if the bodies of such a joint are also connected in another
// way, and names what connects them.
std::vector<int> modules_of(const Model&);

}  // namespace takt::mechanism
