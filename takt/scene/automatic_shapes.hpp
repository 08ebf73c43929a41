// Shapes for a body whose model gives none: bars and plates between the points where something is
// attached to it, boxes by mass and inertia, small balls for point masses.
#pragma once

#include <span>
#include <vector>

#include "takt/scene/scene.hpp"

namespace takt::scene {

struct BodyPoints {
  double mass = 0;
  Mat3 inertia = Mat3::Zero();  // about the centre of mass
  std::vector<Vec3> points;     // of joints, forces and frames, from the centre of mass
  bool block = false;           // it floats or slides, as the body of a vehicle or a slider
  bool has_wheel = false;       // this is drawn already
};

// `size` is that of the whole mechanism: nothing becomes too thin to be seen in it.
std::vector<Shape> automatic_shapes(const BodyPoints&, double size);

// A bar with round ends.
Shape bar(const Vec3& from, const Vec3& to, double radius);

// A radius at which a bar of this mass is of light metal, within what is neither too thin nor too
// thick to look at.
double bar_radius(double mass, double length, double size);

}  // namespace takt::scene
