// From where a drawing shows a mechanism.
#pragma once

#include "takt/scene/scene.hpp"

namespace takt::scene {

// Parallel projection: x to the right and y upwards on the paper, z towards the eye.
struct Projection {
  Mat3 axes = Mat3::Identity();  // its columns, in the world
  Vec3 up = Vec3::UnitZ();       // what is upright in the world, a unit vector

  Vec3 operator()(const Vec3& p) const { return axes.transpose() * p; }
  Vec3 towards() const { return axes.col(2); }
};

// Plane mechanisms are seen almost along their axes, all others from the right, in front and above.
// `gravity` says what is up; zero where nothing is known.
Projection projection_of(const Scene&, const Vec3& gravity);

}  // namespace takt::scene
