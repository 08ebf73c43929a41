#include "takt/model/solid.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "takt/model/mesh.hpp"

namespace takt {
namespace {

using std::numbers::pi;

// Inertia of a mass at p about the origin.
Mat3 of_point(double mass, const Vec3& p) {
  return mass * (p.squaredNorm() * Mat3::Identity() - p * p.transpose());
}

// About the centre, along x = y and z.
MassProperties round(double mass, double across, double along, const Vec3& centre = Vec3::Zero()) {
  return {mass, centre, Vec3(across, across, along).asDiagonal()};
}

// A tube between two radii; inner = 0 is a cylinder.
MassProperties tube(double outer, double inner, double length, double density) {
  const double m = density * pi * (outer * outer - inner * inner) * length;
  const double square = outer * outer + inner * inner;
  return round(m, m * (3 * square + length * length) / 12, m * square / 2);
}

// A cylinder with a hemisphere on both ends; `length` is that of the cylinder.
MassProperties capsule(double r, double length, double density) {
  const MassProperties middle = tube(r, 0, length, density);
  const double ends = density * 4 / 3 * pi * r * r * r;
  // The centre of a hemisphere is 3 r / 8 from its plane.
  const double across = ends * (0.4 * r * r + length * length / 4 + 3 * length * r / 8);
  return round(middle.mass + ends, middle.inertia(0, 0) + across,
               middle.inertia(2, 2) + 0.4 * ends * r * r);
}

// From the base at z = 0 to the tip at z = h.
MassProperties cone(double r, double h, double density) {
  const double m = density * pi * r * r * h / 3;
  return round(m, m * (0.15 * r * r + 0.0375 * h * h), 0.3 * m * r * r, {0, 0, h / 4});
}

// Integrals over the tetrahedra that the triangles form with the origin. Of a tetrahedron with
// corners 0, a, b, c the mean of x x' is (a a' + b b' + c c' + s s') / 20, s = a + b + c.
MassProperties enclosed(const Mesh& mesh, double density) {
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.points[t[0]], &b = mesh.points[t[1]], &c = mesh.points[t[2]];
    const double v = a.dot(b.cross(c)) / 6;
    const Vec3 s = a + b + c;
    volume += v;
    first += v / 4 * s;
    second +=
        v / 20 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  MassProperties p;
  p.mass = density * volume;
  p.centre = first / volume;
  second *= density;
  p.inertia = second.trace() * Mat3::Identity() - second - of_point(p.mass, p.centre);
  return p;
}

MassProperties in_own_frame(const Shape3& s, double density) {
  using Kind = Shape3::Kind;
  switch (s.kind) {
    case Kind::box: {
      const Vec3 e = s.size.cwiseAbs2();
      const double m = density * s.size.prod();
      return {m, Vec3::Zero(), (m / 12 * Vec3(e[1] + e[2], e[0] + e[2], e[0] + e[1])).asDiagonal()};
    }
    case Kind::cylinder: return tube(s.size[0], 0, s.size[2], density);
    case Kind::tube: return tube(s.size[0], s.size[1], s.size[2], density);
    case Kind::sphere: {
      const double r = s.size[0], m = density * 4 / 3 * pi * r * r * r;
      return round(m, 0.4 * m * r * r, 0.4 * m * r * r);
    }
    case Kind::capsule: return capsule(s.size[0], s.size[2], density);
    case Kind::cone: return cone(s.size[0], s.size[2], density);
    case Kind::mesh: return enclosed(*s.mesh, density);
    case Kind::line: break;
  }
  return {};
}

}  // namespace

MassProperties solid_of(const Shape3& shape, double density) {
  MassProperties p = in_own_frame(shape, density);
  p.centre = shape.frame * p.centre;
  p.inertia = shape.frame.R * p.inertia * shape.frame.R.transpose();
  return p;
}

MassProperties operator+(const MassProperties& a, const MassProperties& b) {
  MassProperties sum;
  sum.mass = a.mass + b.mass;
  if (sum.mass == 0) return sum;
  sum.centre = (a.mass * a.centre + b.mass * b.centre) / sum.mass;
  sum.inertia = a.inertia + of_point(a.mass, a.centre - sum.centre) + b.inertia +
                of_point(b.mass, b.centre - sum.centre);
  return sum;
}

}  // namespace takt
