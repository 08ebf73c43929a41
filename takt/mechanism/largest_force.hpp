// Finds the element with the largest force. NaN counts as larger than every number.
#pragma once

#include <cmath>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::mechanism {

inline bool note_force(ElementPower& p, int element, int direction, double force) noexcept {
  if (std::abs(force) <= std::abs(p.largest) || std::isnan(p.largest)) return false;
  p.largest = force;
  p.element = element;
  p.direction = direction;
  return true;
}

}  // namespace takt::mechanism
