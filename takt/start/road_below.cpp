#include "takt/start/road_below.hpp"

#include <cmath>

#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"

namespace takt {
namespace {

using mechanism::LinkKind;
using mechanism::Mechanism;

struct Wheel {
  Vec3 centre;
  double radius;  // rolling radius
  double lift;    // lift of the centre at which the tyre just touches the road
};

// The lift at which the load of a tyre begins, found by bisection, since only the load is known.
std::optional<double> lift_of(const element::BodyForce& tyre, const Motion& wheel) {
  const double still[element::body_force_signals] = {};
  const auto touches = [&](double lift) {
    const Vec3 p = wheel.p + lift * Vec3::UnitZ();
    return tyre.report({wheel.R, p, Vec3::Zero(), Vec3::Zero(), still, still, still}) > 0;
  };
  const bool pressed = touches(0);
  double inside = 0, outside = 0;
  for (double reach = 0.01; touches(inside) == touches(outside); reach *= 2) {
    if (reach > 100) return {};
    (pressed ? outside : inside) = pressed ? reach : -reach;
  }
  for (int pass = 0; pass < 40; ++pass) {
    const double middle = (inside + outside) / 2;
    (touches(middle) ? inside : outside) = middle;
  }
  return inside;
}

List<Wheel> wheels_of(const Mechanism& m, const State& s) {
  List<Motion> bodies(m.model().bodies.size());
  const auto scratch = m.make_scratch();
  const Excitation u = m.excitation_at(s.t);
  m.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  List<Wheel> wheels;
  for (const Force& f : m.model().forces) {
    if (f.body_force == nullptr || !(f.body_force->rolling_radius() > 0)) continue;
    const Motion b = bodies[f.on.body].of(f.on.frame);
    const std::optional<double> lift = lift_of(*f.body_force, b);
    if (!lift) return {};
    wheels.push_back({b.p, f.body_force->rolling_radius(), *lift});
  }
  return wheels;
}

// The plane by least squares; if the wheels stand in one line, it is level across the line.
template <class Height> SlopingPlane plane_through(const List<Wheel>& wheels, Height height) {
  SlopingPlane plane;
  for (const Wheel& w : wheels) plane.at += w.centre / static_cast<double>(wheels.size());
  Matrix A(static_cast<Index>(wheels.size()), 3);
  Vector b(A.rows());
  for (Index i = 0; i < A.rows(); ++i) {
    const Wheel& w = wheels[i];
    A.row(i) << 1, w.centre[0] - plane.at[0], w.centre[1] - plane.at[1];
    b[i] = height(w);
  }
  const Vector x = linear::least_squares(A, b);
  plane.height = x[0];
  plane.x = x[1];
  plane.y = x[2];
  return plane;
}

}  // namespace

std::optional<SlopingPlane> road_below(const Mechanism& m, const State& s) {
  const List<Wheel> wheels = wheels_of(m, s);
  if (wheels.empty()) return {};
  return plane_through(wheels, [](const Wheel& w) { return w.centre[2] + w.lift - w.radius; });
}

void put_on_slope(const Mechanism& m, State& s) {
  if (m.tree() == nullptr) return;
  const std::span<const mechanism::Link> links = m.tree()->links();
  for (const mechanism::Link& l : links)
    if (l.parent < 0 && l.kind != LinkKind::Free) return;  // a joint connects it to the ground
  const List<Wheel> wheels = wheels_of(m, s);
  if (wheels.empty()) return;
  const SlopingPlane lift = plane_through(wheels, [](const Wheel& w) { return w.lift; });
  if (lift.steepness() < least_slope) return;
  // A tyre that just touches has no stiffness yet: one centimetre lower, all tyres carry load.
  const Vec3 up = (lift.height - 0.01) * Vec3::UnitZ();
  const Vec3 turn = rotation::cross(Vec3::UnitZ(), lift.normal());
  const double sine = turn.norm(), angle = std::atan2(sine, lift.normal()[2]);
  const Mat3 R = rotation::matrix_of(rotation::exp((angle / sine) * turn));
  for (const auto& l : links) {
    if (l.parent >= 0) continue;
    const Vec3 p = l.place.p + l.place.R * s.q.segment<3>(l.q);
    const Vec3 moved = lift.at + R * (p - lift.at) + up;
    const Mat3 turned = R * l.place.R * rotation::matrix_of(s.q.segment<4>(l.q + 3));
    s.q.segment<3>(l.q) = l.place.R.transpose() * (moved - l.place.p);
    s.q.segment<4>(l.q + 3) = rotation::quaternion_of(l.place.R.transpose() * turned);
  }
}

}  // namespace takt
