#include "takt/simulate/start.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/joint/joint_mechanism.hpp"
#include "takt/simulate/initial.hpp"
#include "takt/simulate/road_below.hpp"

namespace takt {
namespace {

using mechanism::JointMechanism;
using mechanism::Mechanism;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

std::string length_text(double x, const std::string& unit) {
  char text[48];
  if (unit == "m" && x < 1)
    std::snprintf(text, sizeof text, "%.3g mm", 1e3 * x);
  else if (unit == "m")
    std::snprintf(text, sizeof text, "%.3g m", x);
  else if (unit == "rad")
    std::snprintf(text, sizeof text, "%.4g deg", x * 180 / M_PI);
  else
    std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

// Which columns of the tangent space the user fixed.
std::vector<bool> kept(const Mechanism& m, bool velocities) {
  const Names& names = m.names();
  const auto& known = velocities ? names.v : names.q;
  std::vector<bool> keep(at(m.shape().nv), false);
  const auto* joint = dynamic_cast<const JointMechanism*>(&m);
  if (joint == nullptr) return keep;
  const auto column_of = [&](std::size_t i) -> int {
    if (velocities) return static_cast<int>(i);
    for (const auto& l : joint->tree().tree.links) {
      const int k = static_cast<int>(i) - l.q;
      if (k < 0 || k >= nq_of(l.kind)) continue;
      const int plain = l.kind == mechanism::LinkKind::Free ? 3
                        : l.kind == mechanism::LinkKind::Q  ? 0
                                                            : nv_of(l.kind);
      return k < plain ? l.v + k : -1 - (l.v + plain);  // a quaternion: all three rotations
    }
    return 0;
  };
  for (const Joint& j : m.model().joints)
    for (const auto& [component, value] : velocities ? j.v0 : j.q0) {
      const std::string full = component.empty() ? j.name : j.name + "." + component;
      const auto found = std::find(known.begin(), known.end(), full);
      if (found == known.end()) continue;
      const int column = column_of(static_cast<std::size_t>(found - known.begin()));
      if (column >= 0)
        keep[static_cast<std::size_t>(column)] = true;
      else
        for (int k = 0; k < 3; ++k) keep[static_cast<std::size_t>(-1 - column + k)] = true;
    }
  return keep;
}

void clear_columns(linear::Patterned& G, const std::vector<bool>& keep) {
  const linear::Pattern& p = G.pattern();
  for (Index k = 0; k < G.cols(); ++k) {
    if (!keep[at(k)]) continue;
    if (p.full)
      G.dense().col(k).setZero();
    else
      for (int i = p.col_start[at(k)]; i < p.col_start[at(k + 1)]; ++i) G.values()[i] = 0;
  }
}

[[noreturn]] void cannot_close(const EquationsOfMotion& eom, const Vector& g, bool kept_some,
                               bool velocity) {
  Index worst = 0;
  for (Index i = 0; i < g.size(); ++i)
    if (!(std::abs(g[i]) <= std::abs(g[worst]))) worst = i;
  const RowMeaning row = meaning_of_row(eom, worst);
  const std::string unit = velocity && row.unit == "m" ? "m/s" : velocity ? "rad/s" : row.unit;
  std::string by = length_text(std::abs(g[worst]), unit);
  if (velocity) by += " " + unit;
  throw Error(
      std::string(velocity ? "velocities: " : "") + "closure of " + row.text + " fails by " + by,
      "initial state",
      kept_some ? "the values under `initial: q` and `v` are kept: move some of them to "
                  "`guess`, or change lengths until the loop can close"
                : "change lengths until the loop can close, or give a `guess` under "
                  "`initial` that is closer to a closed configuration");
}

}  // namespace

RowMeaning meaning_of_row(const EquationsOfMotion& eom, Index row) {
  const std::string& name = eom.names().rows[at(row)];
  const auto* joint = dynamic_cast<const JointMechanism*>(&eom);
  if (joint == nullptr) return {"row '" + name + "'", "m"};
  for (const auto& b : joint->blocks()) {
    if (row < b.first || row >= b.first + b.count) continue;
    const auto& r = b.rows[b.rolling ? 0 : at(row - b.first)];
    const bool angular =
        r.kind == element::MeasureKind::dot || r.kind == element::MeasureKind::angle;
    const std::string unit = angular ? "rad" : "m";
    if (b.joint < 0) {
      const std::string n =
          b.constraint >= 0
              ? joint->model().constraints[static_cast<std::size_t>(b.constraint)].name
              : joint->topology().extra[static_cast<std::size_t>(b.extra)].name;
      return {"constraint '" + n + "'", unit};
    }
    const Joint& j = joint->model().joints[static_cast<std::size_t>(b.joint)];
    const auto& bodies = joint->model().bodies;
    const int through = j.outboard.body != 0 ? j.outboard.body : j.inboard.body;
    return {"the loop through '" + bodies[static_cast<std::size_t>(through)].name + "' at joint '" +
                j.name + "'",
            unit};
  }
  return {"'" + name + "'", "m"};
}

State close_loops(const EquationsOfMotion& eom, const State& start, const std::vector<bool>& keep_q,
                  const std::vector<bool>& keep_v) {
  const Shape& shape = eom.shape();
  State s = start;
  Vector q(shape.nq), dq = Vector::Zero(shape.nv);
  eom.retract(s.q, dq, q);
  s.q = q;
  if (shape.ng == 0) return s;
  Evaluator eval(eom);
  linear::Counters counters;
  linear::Patterned G(make_terms(shape).G);
  auto saddle =
      linear::make_saddle(nullptr, G.shared_pattern(), G.shared_pattern(),
                          linear::Symmetry::definite, linear::Storage::automatic, counters);
  const auto solve = [&](const std::vector<bool>& keep, Vector& c) {
    G.values() = eval.at(Slot::start, Term::G).G.values();
    clear_columns(G, keep);
    saddle->factorise(nullptr, G, G);
    saddle->least_norm(c, dq);
  };
  const bool some = std::find(keep_q.begin(), keep_q.end(), true) != keep_q.end();
  Vector g(shape.ng);
  double last = 0;
  for (int pass = 0; pass < 200; ++pass) {
    eval.place(Slot::start, s);
    g = eval.at(Slot::start, Term::g).g;
    last = max_norm(g);
    if (last < 1e-14) break;
    Vector c = g;
    solve(keep_q, c);
    const double longest = max_norm(dq);
    if (!std::isfinite(longest)) break;
    if (last < 1e-11 && longest < 1e-12) break;
    dq *= -std::min(1.0, 0.3 / std::max(longest, 1e-300));  // far from closed: small steps
    eom.retract(s.q, dq, q);
    s.q = q;
  }
  if (!(last < 1e-9)) cannot_close(eom, g, some, false);
  for (int pass = 0; pass < 3; ++pass) {
    eval.place(Slot::start, s);
    const Terms& t = eval.at(Slot::start, Term::G | Term::gI);
    g = t.gI;
    t.G.multiply_add(1, s.v, g);
    last = max_norm(g);
    Vector c = g;
    solve(keep_v, c);
    s.v -= dq;
  }
  if (!(last < 1e-9 * (1 + max_norm(s.v)))) cannot_close(eom, g, true, true);
  return s;
}

void set_steady(const Mechanism& m, State& s) {
  const auto scratch = m.make_scratch();
  Excitation u{Vector::Zero(m.shape().nu), Vector::Zero(m.shape().nu), Vector::Zero(m.shape().nu)};
  std::vector<double> inputs;
  for (const Signal& x : m.model().signals)
    if (x.function == nullptr) inputs.push_back(x.input);
  m.excite(s.t, inputs, u);
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  std::vector<Motion> bodies(m.model().bodies.size());
  m.motions(p, bodies, *scratch);
  Index z = 0;
  for (const Force& f : m.model().forces) {
    double picked[2][3] = {};
    for (std::size_t k = 0; k < f.signals.size(); ++k) {
      picked[0][k] = u.u[f.signals[k]];
      picked[1][k] = u.du[f.signals[k]];
    }
    if (f.body_force != nullptr) {
      const Motion b = bodies[static_cast<std::size_t>(f.on.body)].of(f.on.frame);
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

struct Rolling {  // a wheel that turns freely
  int force, joint, column;
};

std::vector<Rolling> rolling_wheels(const Mechanism& m) {
  std::vector<Rolling> all;
  for (std::size_t i = 0; i < m.model().forces.size(); ++i) {
    const Force& f = m.model().forces[i];
    if (f.body_force == nullptr || !(f.body_force->rolling_radius() > 0)) continue;
    for (std::size_t j = 0; j < m.model().joints.size(); ++j) {
      const Joint& wheel = m.model().joints[j];
      const bool turns = wheel.type->name == "revolute" &&
                         (wheel.outboard.body == f.on.body || wheel.inboard.body == f.on.body);
      const Mechanism::Place place = m.place_of(static_cast<int>(j), 0);
      if (turns && place.v >= 0 && wheel.driven_by < 0)
        all.push_back({static_cast<int>(i), static_cast<int>(j), place.v});
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
  const auto* joint = dynamic_cast<const JointMechanism*>(&m);
  if (joint == nullptr) return;
  const auto& links = joint->tree().tree.links;
  const std::optional<SlopingPlane> road = road_below(m, s);
  const bool slopes = road && road->steepness() > least_slope;
  const Vec3 up = slopes ? road->normal() : Vec3::UnitZ();
  Vec3 heading = Vec3::UnitX();
  bool floats = false;
  for (const auto& l : links) {
    if (l.kind != mechanism::LinkKind::Free && l.kind != mechanism::LinkKind::T3) continue;
    if (l.kind == mechanism::LinkKind::Free && !floats) {
      heading = rotation::matrix_of(s.q.segment<4>(l.q + 3)).col(0);
      heading[2] = slopes ? road->x * heading[0] + road->y * heading[1] : 0;
      heading.normalize();
    }
    s.v.segment<3>(l.v) = speed * heading;
    floats = true;
  }
  // Tyres roll: the wheel's own rotation gives its lowest point no speed.
  std::vector<Motion> bodies(m.model().bodies.size());
  const auto scratch = m.make_scratch();
  const Excitation u{Vector::Zero(m.shape().nu), Vector::Zero(m.shape().nu),
                     Vector::Zero(m.shape().nu)};
  m.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  for (const Rolling& w : rolling_wheels(m)) {
    const Joint& wheel = m.model().joints[static_cast<std::size_t>(w.joint)];
    const Force& f = m.model().forces[static_cast<std::size_t>(w.force)];
    const bool outward = wheel.outboard.body == f.on.body;
    const Motion centre = bodies[static_cast<std::size_t>(f.on.body)].of(f.on.frame);
    const Motion axis =
        bodies[static_cast<std::size_t>(wheel.inboard.body)].of(wheel.inboard.frame);
    const Vec3 e = axis.R.col(2);
    const Vec3 forward = rotation::cross(e, up);  // spin about e drives it there
    const double along = centre.v.dot(forward) / std::max(forward.norm(), 1e-9);
    s.v[w.column] = (outward ? 1 : -1) * along / f.body_force->rolling_radius();
  }
}

namespace {

// Wheels turn until nothing turns them any more: tyres that slip roll on a radius of their own, which
// follows from their load. A few steps of the secant method for each. On ice rolling resistance or a
// brake can be more than the road holds, and no speed is steady: then the wheel keeps the one it has.
// False: none of them slips.
bool let_roll(const Mechanism& m, State& s) {
  constexpr double most = 0.1;  // of its speed, that a wheel slips
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

}  // namespace

State carry_over(const Mechanism& from, const State& s, const Mechanism& to) {
  std::vector<Motion> bodies(from.model().bodies.size());
  const auto scratch = from.make_scratch();
  const Index nu = from.shape().nu;
  const Excitation u{Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
  from.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  State carried = to.state_of(bodies, s.t);
  carried.z = s.z;
  return carried;
}

State start_of(const Mechanism& m) {
  if (m.coordinates() != mechanism::Coordinates::joint) {
    const auto joint = mechanism::compile_joint(std::make_shared<Model>(m.model()));
    return carry_over(*joint, start_of(*joint), m);
  }
  const Model& model = m.model();
  const std::vector<bool> keep_q = kept(m, false), keep_v = kept(m, true);
  State s = close_loops(m, m.initial(), keep_q, keep_v);
  if (model.initial.equilibrium) put_on_slope(m, s);
  const auto speed = [&] {
    if (model.initial.speed == 0) return;
    set_speed(m, s, model.initial.speed);
    std::vector<bool> rolling = keep_v;
    s = close_loops(m, s, std::vector<bool>(at(m.shape().nv), true), rolling);
  };
  speed();
  set_steady(m, s);
  if (model.initial.equilibrium) {
    s = equilibrium(m, s);
    speed();
    set_steady(m, s);
    if (model.initial.speed != 0 && let_roll(m, s)) {  // the loads of a motion that rolls
      s = equilibrium(m, s);
      let_roll(m, s);
      set_steady(m, s);
    }
  }
  return s;
}

}  // namespace takt
