// The reasons why a method does not fit a system: its coordinates, constraints, masses and forces.
#pragma once

#include <string>
#include <vector>

#include "takt/method/composition.hpp"

namespace takt {

std::vector<std::string> system_refusal(const Composition&, const Shape&);  // empty if it fits

}  // namespace takt
