// The reasons why a Jacobian option does not fit its integrator, or why options of bdf contradict
// each other; empty if all fit.
#pragma once

#include <string>
#include <vector>

#include "takt/method/composition.hpp"

namespace takt {

std::vector<std::string> jacobian_refusal(const Composition&);
std::vector<std::string> bdf_refusal(const Composition&);

}  // namespace takt
