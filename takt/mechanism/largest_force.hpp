// Which element pushes hardest; one that is no number pushes harder than all.
#pragma once

#include <cmath>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::mechanism {

inline void note_force(ElementPower& p, int element, int direction, double force) noexcept {
  if (std::abs(force) <= std::abs(p.largest) || std::isnan(p.largest)) return;
  p.largest = force;
  p.element = element;
  p.direction = direction;
}

}  // namespace takt::mechanism
