// The same mechanism with Cardan angles in place of unit quaternions, for methods that ask for plain
// coordinates, q' = v (BDF keeps a history of q, which adds up only there).                   002
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt::mechanism {

// In joint coordinates. Where joints start is not carried over: see carry_over in simulate/start.
std::shared_ptr<const Mechanism> with_plain_rotations(const Model&);

}  // namespace takt::mechanism
