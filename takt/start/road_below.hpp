// Finds the slope of the road below a vehicle, using only the forces of its tyres. So it works for
// every kind of road.
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

// The plane through the contact points of the wheels. Empty: no tyres, or no road below them.
std::optional<SlopingPlane> road_below(const mechanism::Mechanism&, const State&);

// If floating bodies stand level above a slope, rotates them together until their wheels touch it.
// Otherwise the state is not changed.
void put_on_slope(const mechanism::Mechanism&, State&);

// Smaller slopes count as level.
inline constexpr double least_slope = 0.005;

}  // namespace takt
