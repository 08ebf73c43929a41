// The reasons why a Jacobian option does not fit its integrator or its formulation.
#pragma once

#include <string>
#include <vector>

#include "takt/method/composition.hpp"

namespace takt {

std::vector<std::string> jacobian_refusal(const Composition&);  // empty if it fits

}  // namespace takt
