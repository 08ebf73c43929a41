// The road below a mechanism on tyres, felt with the tyres themselves: whatever road they are on.
#pragma once

#include <optional>

#include "takt/mechanism/mechanism.hpp"

namespace takt {

// z = height + x (X - at.x) + y (Y - at.y)
struct SlopingPlane {
  Vec3 at = Vec3::Zero();
  double height = 0, x = 0, y = 0;

  double steepness() const { return std::hypot(x, y); }
  Vec3 normal() const { return Vec3(-x, -y, 1).normalized(); }
};

// Of the road, through where the wheels touch it. None: no tyres, or no road below them.
std::optional<SlopingPlane> road_below(const mechanism::Mechanism&, const State&);

// Floating bodies that stand level above a slope are turned, all together, until their wheels touch
// it; others stay as they are, to the bit.
void put_on_slope(const mechanism::Mechanism&, State&);

// From here on a road is a slope.
inline constexpr double least_slope = 0.005;

}  // namespace takt
