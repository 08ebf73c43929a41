#include "takt/model/geometry.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace takt {

Mat3 axes_along(const Vec3& direction, int axis, std::optional<Vec3> hint, int second) {
  const Vec3 a = direction.normalized();
  if (second < 0) second = (axis + 1) % 3;
  if (!hint) {
    int best = 0;
    for (int k = 1; k < 3; ++k)
      if (std::abs(a[k]) < std::abs(a[best]) - 1e-9) best = k;
    hint = Vec3::Unit(best);
  }
  const Vec3 b = (*hint - a * a.dot(*hint)).normalized();
  const int third = 3 - axis - second;
  Mat3 R;
  R.col(axis) = a;
  R.col(second) = b;
  R.col(third) = (axis + 1) % 3 == second ? Vec3(a.cross(b)) : Vec3(b.cross(a));
  return R;
}

Frame frame_at(const Vec3& point, const Vec3& direction, int axis) {
  return {axes_along(direction, axis), point};
}

Mat3 roll_pitch_yaw(const Vec3& rpy) {
  const double cr = std::cos(rpy[0]), sr = std::sin(rpy[0]);
  const double cp = std::cos(rpy[1]), sp = std::sin(rpy[1]);
  const double cy = std::cos(rpy[2]), sy = std::sin(rpy[2]);
  Mat3 R;
  R << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,   //
      -sp, cp * sr, cp * cr;
  return R;
}

namespace {

Mat3 about_axis(const Vec3& axis, double along, double across) {
  const Vec3 e = axis.normalized();
  return across * Mat3::Identity() + (along - across) * e * e.transpose();
}

Body solid(std::string name, double mass, const Vec3& centre, Mat3 inertia, Shape3 shape) {
  Body b;
  b.name = std::move(name);
  b.mass = mass;
  b.centre = centre;
  b.inertia = std::move(inertia);
  b.shapes.push_back(std::move(shape));
  return b;
}

}  // namespace

Body uniform_rod(std::string name, double mass, const Vec3& from, const Vec3& to, double radius) {
  const Vec3 d = to - from;
  if (radius > 0)
    return uniform_cylinder(std::move(name), mass, 0.5 * (from + to), d, radius, d.norm());
  return solid(std::move(name), mass, 0.5 * (from + to),
               about_axis(d, 0, mass * d.squaredNorm() / 12),
               {Shape3::Kind::line, {Mat3::Identity(), from}, d});
}

Body uniform_box(std::string name, double mass, const Vec3& centre, const Vec3& edges) {
  const Vec3 s = edges.cwiseProduct(edges);
  const Vec3 I = mass / 12 * Vec3(s[1] + s[2], s[0] + s[2], s[0] + s[1]);
  return solid(std::move(name), mass, centre, I.asDiagonal(),
               {Shape3::Kind::box, {Mat3::Identity(), centre}, edges});
}

Body uniform_cylinder(std::string name, double mass, const Vec3& centre, const Vec3& axis,
                      double radius, double length) {
  const double along = mass * radius * radius / 2;
  const double across = mass * (3 * radius * radius + length * length) / 12;
  return solid(std::move(name), mass, centre, about_axis(axis, along, across),
               {Shape3::Kind::cylinder, frame_at(centre, axis), {radius, radius, length}});
}

Body uniform_sphere(std::string name, double mass, const Vec3& centre, double radius) {
  return solid(std::move(name), mass, centre, 0.4 * mass * radius * radius * Mat3::Identity(),
               {Shape3::Kind::sphere, {Mat3::Identity(), centre}, Vec3::Constant(radius)});
}

Frame Reflection::of(const Frame& f, const Vec3& turned) const noexcept {
  Mat3 R = S.asDiagonal() * f.R;
  if (odd()) R = R * turned.asDiagonal();
  return {R + Mat3::Zero(), *this * f.p};
}

Frame Reflection::of_body(const Frame& f) const noexcept {
  return {S.asDiagonal() * f.R * S.asDiagonal() + Mat3::Zero(), *this * f.p};
}

Mat3 Reflection::of_inertia(const Mat3& I) const noexcept {
  return S.asDiagonal() * I * S.asDiagonal() + Mat3::Zero();
}

Vec3 turned_joint(const element::JointEntry& joint) noexcept {
  using element::MotionKind;
  if (joint.axis2 >= 0) return {-1, -1, -1};
  // The motion of such a joint is mirrored itself (MirroredMotion), in its own axes.
  if (!joint.tree.empty() && element::is_general(joint.tree[0].kind)) return turned_frame;
  // A screw turns about an axial vector, and its pitch changes sign.
  const bool polar = !joint.tree.empty() && joint.tree[0].kind == MotionKind::Tz;
  return polar ? turned_frame : Vec3(1, 1, -1);
}

}  // namespace takt
