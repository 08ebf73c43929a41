// The speed at which a wheel starts to roll.
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt {

// Finds the speed of free wheels on slipping tyres at which their torque is zero. False if no tyre
// slips.
bool let_roll(const mechanism::Mechanism&, State&);

}  // namespace takt
