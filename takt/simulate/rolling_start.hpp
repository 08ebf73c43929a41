// The speeds of wheels and the auxiliary states a motion starts with.
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt {

// Wheels on tyres that slip take the speed at which nothing turns them. False: none of them slips.
bool let_roll(const mechanism::Mechanism&, State&);

}  // namespace takt
