// Mass, centre of mass and inertia of solid shapes of uniform density.
#pragma once

#include "takt/model/model.hpp"

namespace takt {

struct MassProperties {
  double mass = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centre
};

// In the axes of the frame in which shape.frame is given. A line has no mass.
MassProperties solid_of(const Shape3&, double density);

// Of parts that are fixed to each other; parallel axes (Huygens, Steiner).
MassProperties operator+(const MassProperties&, const MassProperties&);

}  // namespace takt
