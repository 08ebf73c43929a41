#include "takt/start/rolling_start.hpp"

#include <algorithm>
#include <cmath>

#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/start/road_below.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {

using mechanism::Mechanism;

void set_steady(const Mechanism& m, State& s) {
  const auto scratch = m.make_scratch();
  const Excitation u = m.excitation_at(s.t);
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  List<Motion> bodies(m.model().bodies.size());
  m.motions(p, bodies, *scratch);
  Index z = 0;
  for (const Force& f : m.model().forces) {
    double picked[2][3] = {};
    for (std::size_t k = 0; k < f.signals.size(); ++k) {
      picked[0][k] = u.u[f.signals[k]];
      picked[1][k] = u.du[f.signals[k]];
    }
    if (f.body_force != nullptr) {
      const Motion on = bodies[f.on.body].of(f.on.frame);
      const Motion b = f.between_bodies() ? on.seen_from(bodies[f.from.body].of(f.from.frame)) : on;
      f.body_force->steady({b.R, b.p, b.w, b.v, s.z.data() + z, picked[0], picked[1]},
                           s.z.data() + z);
      z += f.body_force->states();
      continue;
    }
    double x[element::law_measures], dx[element::law_measures];
    for (std::size_t k = 0; k < f.measures.size(); ++k)
      x[k] = m.measure_value(f.measures[k], p, bodies, *scratch, &dx[k]);
    f.law->steady({x, dx, s.z.data() + z, picked[0], picked[1]}, s.z.data() + z);
    z += f.law->states();
  }
}

namespace {

struct Rolling {  // a wheel that can turn freely
  int force, joint, column;
};

std::vector<Rolling> rolling_wheels(const Mechanism& m) {
  std::vector<Rolling> all;
  for (int i = 0; i < m.model().forces.count(); ++i) {
    const Force& f = m.model().forces[i];
    if (f.body_force == nullptr || !(f.body_force->rolling_radius() > 0)) continue;
    for (int j = 0; j < m.model().joints.count(); ++j) {
      const Joint& wheel = m.model().joints[j];
      const bool turns = wheel.type->is_hinge() &&
                         (wheel.outboard.body == f.on.body || wheel.inboard.body == f.on.body);
      const Mechanism::Place place = m.place_of(j, 0);
      if (turns && place.v >= 0 && wheel.driven_by < 0) all.push_back({i, j, place.v});
    }
  }
  return all;
}

}  // namespace

std::vector<int> rolling_columns(const Mechanism& m) {
  std::vector<int> columns;
  for (const Rolling& w : rolling_wheels(m))
    if (std::find(columns.begin(), columns.end(), w.column) == columns.end())
      columns.push_back(w.column);
  return columns;
}

void set_speed(const Mechanism& m, State& s, double speed) {
  if (m.tree() == nullptr) return;
  const std::optional<SlopingPlane> road = road_below(m, s);
  const bool slopes = road && road->steepness() > least_slope;
  const Vec3 up = slopes ? road->normal() : Vec3::UnitZ();
  Vec3 heading = Vec3::UnitX();
  bool floats = false;
  for (const mechanism::Link& l : m.tree()->links()) {
    if (l.kind != mechanism::LinkKind::Free && l.kind != mechanism::LinkKind::T3) continue;
    if (l.kind == mechanism::LinkKind::Free && !floats) {
      heading = rotation::matrix_of(s.q.segment<4>(l.q + 3)).col(0);
      heading[2] = slopes ? road->x * heading[0] + road->y * heading[1] : 0;
      heading.normalize();
    }
    s.v.segment<3>(l.v) = speed * heading;
    floats = true;
  }
  // Tyres roll: the spin of the wheel is such that its lowest point has no speed.
  List<Motion> bodies(m.model().bodies.size());
  const auto scratch = m.make_scratch();
  const Excitation u = m.excitation_at(s.t);
  m.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  for (const Rolling& w : rolling_wheels(m)) {
    const Joint& wheel = m.model().joints[w.joint];
    const Force& f = m.model().forces[w.force];
    const bool outward = wheel.outboard.body == f.on.body;
    const Motion centre = bodies[f.on.body].of(f.on.frame);
    const Motion axis = bodies[wheel.inboard.body].of(wheel.inboard.frame);
    const Vec3 e = axis.R.col(2);
    const Vec3 forward = rotation::cross(e, up);  // direction of travel for a spin about e
    const double along = centre.v.dot(forward) / std::max(forward.norm(), 1e-9);
    s.v[w.column] = (outward ? 1 : -1) * along / f.body_force->rolling_radius();
  }
}

// A slipping tyre rolls with a radius that depends on its load, so the spin without torque must be
// searched: a few steps of the secant method for each wheel. On ice, rolling resistance or a brake
// can exceed the grip of the road, and no spin is steady; then the wheel keeps the spin it has.
bool let_roll(const Mechanism& m, State& s) {
  constexpr double most = 0.1;  // largest slip, relative to the speed of the wheel
  Evaluator eval(m);
  const auto torque = [&](int column) {
    set_steady(m, s);
    eval.place(Slot::start, s);
    return eval.at(Slot::start, Term::f).f[column];
  };
  bool any = false;
  for (const int k : rolling_columns(m)) {
    const double given = s.v[k], turned_by = torque(k);
    double spin = given, f = turned_by;
    s.v[k] = spin * 1.001;
    for (int pass = 0; pass < 6; ++pass) {
      const double next = torque(k), slope = (next - f) / (s.v[k] - spin);
      if (!(std::abs(slope) > 1e-3) || !std::isfinite(slope)) {  // N m s: it does not slip
        s.v[k] = spin;
        break;
      }
      any = true;
      spin = s.v[k];
      f = next;
      s.v[k] -= next / slope;
      if (std::abs(s.v[k] - spin) < 1e-10 * (1 + std::abs(spin))) break;
    }
    if (!(std::abs(s.v[k] - given) < most * std::abs(given)) ||
        !(std::abs(torque(k)) <= std::abs(turned_by)))
      s.v[k] = given;
  }
  return any;
}

}  // namespace takt
