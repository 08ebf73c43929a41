// Contact between two bodies, each a sphere or a capsule on a frame.
//
//   d = r_a + r_b - |c|,   n = c/|c|,   c = c_b - c_a,   x = c_a + (r_a - d/2) n
//
// Terms used: r_a, r_b radii; c_a, c_b the points of the two axes (segments along z of the frames,
// of length 0 for a sphere) that are nearest to each other. They minimise
//
//   |c|^2 + e (l_a^2 s^2 + l_b^2 t^2),   c_a = s l_a z_a,   c_b = p + t l_b z_b,   |s|, |t| <= 1/2
//
// e = 1e-4 between two capsules, so that there is one minimum also where they are parallel: they
// touch in the middle. Else e = 0. Parallel capsules touch at one point, not along a line.
//
// All is written in the axes of the frame `from` (a); see body_force.hpp.
#pragma once

#include <algorithm>

#include "takt/element/contact/contact_force.hpp"

namespace takt::element {

class BodyContact final : public ContactForce<BodyContact> {
 public:
  struct Round {
    double radius, length = 0;  // length 0: a sphere
  };
  BodyContact(const Round& a, const Round& b, double friction, const NormalLoad& load,
              const ContactFriction& law)
      : ContactForce(load, law), a_(a), b_(b), friction_(friction) {}

  // Between two capsules e moves the points away from the nearest ones, so the force has no exact
  // potential.
  bool conservative() const noexcept override {
    return load().dissipation() == 0 && friction_ == 0 && !(a_.length > 0 && b_.length > 0);
  }

  int points() const noexcept { return 1; }
  template <class T> Touch<T> touch(int, const Placed<T>& at, const double*) const noexcept {
    using std::sqrt;
    T s(0), t(0);
    nearest(at, s, t);
    const Triple<T> c_a{T(0), T(0), a_.length * s}, c = at.p + (b_.length * t) * at.z - c_a;
    const T square = dot(c, c);
    Touch<T> out;
    if (!(square > 1e-16)) return out;  // the nearest points coincide: no normal, no force
    const T distance = sqrt(square);
    out.depth = a_.radius + b_.radius - distance;
    out.normal = (1 / distance) * c;
    out.place = c_a + (a_.radius - 0.5 * out.depth) * out.normal;
    out.friction = friction_;
    return out;
  }

  static constexpr Key keys[] = {
      {"from_radius", KeyKind::number, "m", "", "of the sphere or capsule at `from`", ">0"},
      {"from_length", KeyKind::number, "m", "0",
       "of a capsule at `from`, between the centres of its ends, along z; 0: a sphere", ">=0"},
      {"to_radius", KeyKind::number, "m", "", "of the sphere or capsule at `to`", ">0"},
      {"to_length", KeyKind::number, "m", "0", "as from_length, of a capsule at `to`", ">=0"},
      NormalLoad::stiffness_key,
      NormalLoad::depth_key,
      NormalLoad::exponent_key,
      NormalLoad::restitution_key,
      NormalLoad::speed_key,
      NormalLoad::dissipation_key,
      {"friction", KeyKind::number, "", "", "coefficient of friction; 0: none", ">=0"},
      ContactFriction::law_key,
      ContactFriction::slip_key,
      ContactFriction::bristle_key,
      ContactFriction::damping_key};

  static std::shared_ptr<const BodyForce> make(const Values& v) {
    return std::make_shared<BodyContact>(Round{v.number("from_radius"), v.number("from_length")},
                                         Round{v.number("to_radius"), v.number("to_length")},
                                         v.number("friction"), NormalLoad::from(v),
                                         ContactFriction::from(v));
  }
  static constexpr ForceEntry entry{
      "contact",
      "Hunt and Crossley 1975",
      "contact of two bodies, each a sphere or a capsule",
      Attach::frames,
      keys,
      nullptr,
      make,
      "N",
      "the normal load: positive presses the bodies together, never negative"};

 private:
  static constexpr double regularisation = 1e-4;  // e

  template <class T> static T limited(const T& s) noexcept {
    return s < -0.5 ? T(-0.5) : s > 0.5 ? T(0.5) : s;
  }
  // The minimum of a convex quadratic function in a square: first s without regard to the limits of
  // t, then t for this s, then s for this t.
  template <class T> void nearest(const Placed<T>& at, T& s, T& t) const noexcept {
    const double A = a_.length, B = b_.length;
    if (A == 0 && B == 0) return;
    const T p_a = at.p.z, p_b = dot(at.p, at.z), turn = at.z.z;
    if (B == 0) {
      s = limited(p_a / A);
      return;
    }
    if (A == 0) {
      t = limited(-p_b / B);
      return;
    }
    const auto s_of = [&](const T& of) {
      return limited((p_a + B * of * turn) / (A * (1 + regularisation)));
    };
    const auto t_of = [&](const T& of) {
      return limited((A * of * turn - p_b) / (B * (1 + regularisation)));
    };
    const double one = 1 + regularisation;
    s = limited((one * p_a - turn * p_b) / (A * (one * one - turn * turn)));
    t = t_of(s);
    s = s_of(t);
  }

  Round a_, b_;
  double friction_;
};

}  // namespace takt::element
