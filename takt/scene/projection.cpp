#include "takt/scene/projection.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <optional>

namespace takt::scene {
namespace {

// The common direction of all axes of a plane mechanism: it turns about it and slides across it.
std::optional<Vec3> normal_of(const Scene& scene) {
  std::optional<Vec3> normal;
  for (const Joint& j : scene.joints) {
    const Body& on = scene.bodies[static_cast<std::size_t>(j.inboard.body)];
    for (const Joint::Axis& a : j.axes) {
      const Vec3 along = on.pose.R * (j.inboard.frame.R * a.direction);
      if (!a.turns) continue;
      if (!normal) normal = along;
      if (std::abs(normal->dot(along)) < 0.999) return std::nullopt;
    }
  }
  if (!normal) return std::nullopt;
  for (const Joint& j : scene.joints) {
    const Body& on = scene.bodies[static_cast<std::size_t>(j.inboard.body)];
    for (const Joint::Axis& a : j.axes)
      if (!a.turns && std::abs(normal->dot(on.pose.R * (j.inboard.frame.R * a.direction))) > 0.01)
        return std::nullopt;
  }
  return normal;
}

// `right` and `up` of the plane before the eye, which goes `around` the vertical to the right and
// `above`, both in degrees.
Projection seen(const Vec3& right, const Vec3& up, double around, double above) {
  const Vec3 before = right.cross(up);
  const double a = around * std::numbers::pi / 180, b = above * std::numbers::pi / 180;
  const Vec3 level = std::cos(a) * before + std::sin(a) * right;
  Projection p;
  p.up = up;
  p.axes.col(2) = std::cos(b) * level + std::sin(b) * up;
  p.axes.col(0) = up.cross(level).normalized();
  p.axes.col(1) = p.axes.col(2).cross(p.axes.col(0));
  return p;
}

}  // namespace

Projection projection_of(const Scene& scene, const Vec3& gravity) {
  const std::optional<Vec3> normal = normal_of(scene);
  Vec3 up = gravity.norm() > 0 ? Vec3(-gravity.normalized()) : Vec3(Vec3::UnitZ());
  if (normal && !(gravity.norm() > 0))
    up = std::abs((*normal)[2]) > 0.9 ? Vec3::UnitY() : Vec3::UnitZ();
  // To the right is x, or what of x is level.
  Vec3 right = std::abs(up[0]) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  right = (right - right.dot(up) * up).normalized();
  if (normal && std::abs(normal->dot(up)) < 0.05) {
    Vec3 across = up.cross(*normal).normalized();
    if (across.dot(right) < 0 || (across.dot(right) == 0 && across.sum() < 0)) across = -across;
    return seen(across, up, 22, 16);
  }
  if (normal && std::abs(normal->dot(up)) > 0.95) return seen(right, up, 0, 58);
  return seen(right, up, 34, 24);
}

}  // namespace takt::scene
