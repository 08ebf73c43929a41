// The inputs and outputs of the controller in the tests of channels.
#pragma once

#include <string>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::realtime {

inline const std::vector<Input> two_inputs{{"rack", "m", 0, -1, 1, true},
                                           {"brake", "N m", 0, 0, 1, false}};
inline const std::vector<std::string> three_outputs{"x", "y", "yaw"};

}  // namespace takt::realtime
