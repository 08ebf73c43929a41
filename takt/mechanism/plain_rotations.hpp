// The same mechanism with Cardan angles instead of unit quaternions, for methods that need plain
// coordinates, q' = v. BDF does: it adds values of q from several steps.
//                                                            002 (Arnold, Fuchs, Fuehrer)
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt::mechanism {

// Compiles in joint coordinates. The initial values of the joints that change are not converted;
// see carry_over in start/start_of_mechanism.hpp.
std::shared_ptr<const Mechanism> with_plain_rotations(const Model&);

}  // namespace takt::mechanism
