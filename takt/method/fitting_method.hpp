// One whole method for messages that refuse a part of one.
#pragma once

#include <string>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/method/method.hpp"

namespace takt {

// The first method of the catalogues that has the parts of `wanted` and is not refused, or empty. Parts
// without a name are free, and so is the formulation. With constraints and no stabilisation wanted it
// has one, where one fits. Without a shape the system is not known.
std::string fitting_method(Method wanted, bool constrained, const Shape* shape = nullptr);

}  // namespace takt
