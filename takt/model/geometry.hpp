// Makes frames, uniform bodies and reflections from simple descriptions such as a direction, two
// end points or a plane of symmetry.
#pragma once

#include <optional>

#include "takt/model/model.hpp"

namespace takt {

// Axes whose axis number `axis` (0 x, 1 y, 2 z) points along `direction`. The axis number `second`
// (default: the next one) lies in the plane of `direction` and `hint`. The default hint is the one
// of x, y, z that is most nearly normal to `direction` (the first of equals), so that direction z
// gives the axes of the drawing. `direction` need not be a unit vector; it must not be zero, and
// the hint must not be parallel to it.
Mat3 axes_along(const Vec3& direction, int axis = 2, std::optional<Vec3> hint = {},
                int second = -1);

Frame frame_at(const Vec3& point, const Vec3& direction = Vec3::UnitZ(), int axis = 2);

// R = Rz(yaw) Ry(pitch) Rx(roll).
Mat3 roll_pitch_yaw(const Vec3& rpy);

// Mass, centre, inertia and shape of uniform bodies; inertia about the centre.
Body uniform_rod(std::string name, double mass, const Vec3& from, const Vec3& to,
                 double radius = 0);
Body uniform_box(std::string name, double mass, const Vec3& centre, const Vec3& edges);
Body uniform_cylinder(std::string name, double mass, const Vec3& centre, const Vec3& axis,
                      double radius, double length);
Body uniform_sphere(std::string name, double mass, const Vec3& centre, double radius);

// Reflection at planes normal to x, y or z: p -> S p. A reflected frame must stay right-handed,
// therefore one or all of its axes are reversed by `turned` after S: R -> S R diag(turned) when S
// has an odd number of minus signs, S R otherwise.
struct Reflection {
  Vec3 S = Vec3::Ones();

  bool odd() const noexcept { return S[0] * S[1] * S[2] < 0; }
  bool none() const noexcept { return S == Vec3::Ones(); }
  // Adding zero turns -0 into 0.
  Vec3 operator*(const Vec3& p) const noexcept { return S.cwiseProduct(p) + Vec3::Zero(); }
  Frame of(const Frame& f, const Vec3& turned) const noexcept;
  // A body's own frame: S R S keeps frames that have the axes of the drawing; what is given on the
  // body is reflected by S itself.
  Frame of_body(const Frame& f) const noexcept;
  Mat3 of_inertia(const Mat3& I) const noexcept;
  Reflection operator*(const Reflection& inner) const noexcept { return {S.cwiseProduct(inner.S)}; }
};

// Which axes of a reflected frame are reversed. For frames in general: the y axis. For joints: such
// that the same coordinates give the reflected pose. Rotation axes are axial vectors, translation
// axes are polar vectors.
inline const Vec3 turned_frame{1, -1, 1};
Vec3 turned_joint(const element::JointEntry&) noexcept;

}  // namespace takt
