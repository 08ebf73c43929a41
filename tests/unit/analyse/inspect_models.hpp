// Mechanisms for tests, with all body frames equal to the world frame in the design pose, so that a
// joint has the same frame on both of its bodies.
#pragma once

#include <memory>
#include <string>

#include "takt/element/joint/catalogue.hpp"
#include "takt/model/model.hpp"

namespace takt::test {

inline int add_body(Model& m, const std::string& name, const Vec3& centre, double mass,
                    const Vec3& inertia = Vec3::Zero()) {
  Body b;
  b.name = name;
  b.mass = mass;
  b.centre = centre;
  b.inertia = inertia.asDiagonal();
  m.bodies.push_back(b);
  return static_cast<int>(m.bodies.size()) - 1;
}

inline Joint& add_joint(Model& m, const std::string& name, std::string_view type, int in, int out,
                        const Vec3& p, const Mat3& R = Mat3::Identity()) {
  Joint j;
  j.name = name;
  j.type = element::find_joint(type);
  j.inboard = {in, {R, p}};
  j.outboard = {out, {R, p}};
  m.joints.push_back(j);
  return m.joints.back();
}

inline void add_rod(Model& m, const std::string& name, int a, const Vec3& pa, int b,
                    const Vec3& pb) {
  Constraint rod;
  rod.name = name;
  rod.a = {a, {Mat3::Identity(), pa}};
  rod.b = {b, {Mat3::Identity(), pb}};
  rod.length = (pb - pa).norm();
  m.constraints.push_back(rod);
}

// A rotation whose z axis is the x, y or z axis of the world.
inline Mat3 z_along(int axis) {
  Mat3 R = Mat3::Identity();
  if (axis == 0) R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  if (axis == 1) R << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  return R;
}

}  // namespace takt::test
