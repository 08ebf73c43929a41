// Why a jacobian does not fit its integrator, or options of bdf each other; empty when they do.
#pragma once

#include <string>
#include <vector>

#include "takt/simulate/composition.hpp"

namespace takt {

std::vector<std::string> jacobian_refusal(const Composition&);
std::vector<std::string> bdf_refusal(const Composition&);

}  // namespace takt
