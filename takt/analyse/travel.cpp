#include "takt/analyse/travel.hpp"

#include <algorithm>
#include <cmath>

#include "takt/analyse/chassis.hpp"
#include "takt/analyse/inspect.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

using mechanism::Mechanism;

bool is_tyre(const Force& f) {
  return f.body_force != nullptr &&
         (f.body_force->rolling_radius() > 0 || f.type.starts_with("tyre"));
}

class Corner {
 public:
  Corner(const Mechanism& m, const State& drawn, const WheelFrame& wheel)
      : m_(m), wheel_(wheel), eval_(m), state_(drawn), bodies_(m.model().bodies.size()) {
    state_.v.setZero();
    state_.a.setZero();
    place();
    const Matrix G = eval_.at(Slot::start, Term::G).G.to_matrix();
    chassis_.held.assign(m.shape().nv, false);
    const Vector rise = row_of_travel();
    chassis_ = find_chassis(m, wheel.on.body, G, rise);
    const Motion start = wheel_motion();
    z0_ = start.p[2];
    y0_ = start.p[1];
    outward_ = start.p[1] >= bodies_[chassis_.body].p[1] ? 1 : -1;
    if (!can_travel(G, rise, chassis_.held))
      throw Error("'" + wheel.name + "' cannot move up and down", "travel",
                  "name a wheel that a suspension carries: --travel NAME");
  }

  // Holds the driven joint at `value`, reached in small steps.
  void steer(const Steer& s) {
    const std::string row = m_.model().joints[s.joint].name + ".drive";
    const auto& rows = m_.names().rows;
    const Mechanism::Place place = m_.place_of(s.joint, 0);
    steered_row_ = std::find(rows.begin(), rows.end(), row) - rows.begin();
    steered_q_ = place.q;
    if (steered_row_ == std::ssize(rows) || place.q < 0)
      throw Error("joint '" + m_.model().joints[s.joint].name + "' closes a loop", "steer",
                  "write `cut: false` at this joint");
    chassis_.held[place.v] = false;
    constexpr double longest = 0.005;
    const double from = state_.q[place.q];
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(s.value - from) / longest)));
    for (int k = 1; k <= steps; ++k) {
      steered_ = from + (s.value - from) * k / steps;
      if (!move_to(0))
        throw Error("the linkage cannot follow the steering to " + number(s.value), "steer",
                    "give a smaller range: --steer-to 30mm");
    }
  }

  const State& state() const noexcept { return state_; }
  void go_back_to(const State& s) {
    state_ = s;
    place();
  }

  // Newton's method for the closures and the height of the wheel; false if the linkage cannot reach
  // it.
  bool move_to(double z) {
    const State before = state_;
    Vector q(m_.shape().nq);
    for (int pass = 0; pass < 40; ++pass) {
      const Vector r = residual_for(z);
      const double size = max_norm(r);
      if (!std::isfinite(size)) break;
      if (size < 1e-13) return true;
      Vector dq = solve(-r);
      const double longest = max_norm(dq);
      if (size < 1e-11 && longest < 1e-11) return true;
      dq *= std::min(1.0, 0.2 / std::max(longest, 1e-300));
      m_.retract(state_.q, dq, q);
      state_.q = q;
      place();
    }
    go_back_to(before);
    return false;
  }

  // dq/dz; zero if the wheel cannot move here.
  Vector tangent() {
    Vector r = Vector::Zero(m_.shape().ng + 1);
    r[m_.shape().ng] = 1;
    return solve(r);
  }

  double load() { return load_along(tangent()); }

  TravelPoint look(double z) {
    TravelPoint p;
    p.z = z;
    const Vector t = tangent();
    p.load = load_along(t);
    const Motion wheel = wheel_motion();
    Vec3 e = wheel.R.col(2);
    if (e[1] * outward_ < 0) e = -e;  // pointing outwards
    p.camber = -std::atan2(e[2], std::abs(e[1]));
    p.toe = std::atan2(e[0], std::abs(e[1]));
    p.track = outward_ * (wheel.p[1] - y0_);
    set_pose(p);
    const Point moving = move_along(t);
    for (std::size_t f = 0; f < m_.model().forces.size(); ++f) {
      const Force& force = m_.model().forces[f];
      if (force.law == nullptr) continue;
      TravelElement e_f;
      e_f.force = static_cast<int>(f);
      e_f.s = m_.measure_value(force.measures[0], moving, bodies_, eval_.scratch(), &e_f.ratio);
      p.elements.push_back(e_f);
    }
    const Point still = eval_.point(Slot::start);
    m_.motions(still, bodies_, eval_.scratch());
    for (TravelElement& x : p.elements)
      x.report = m_.force_report(x.force, still, bodies_, eval_.scratch());
    return p;
  }

 private:
  void place() {
    set_steady(m_, state_);
    eval_.place(Slot::start, state_);
  }

  // What a kinematics_table holds (element/joint/kinematics_table.hpp); the motions are computed.
  void set_pose(TravelPoint& p) const {
    const Model& model = m_.model();
    const auto now = [&](int body) { return Frame{bodies_[body].R, bodies_[body].p}; };
    const Frame drawing = now(chassis_.body) * model.bodies[chassis_.body].design.inverse();
    const Frame is = drawing.inverse() * now(wheel_.on.body);
    const Frame& was = model.bodies[wheel_.on.body].design;
    const Vec3& centre = wheel_.on.frame.p;
    const Mat3 R = is.R * was.R.transpose();
    p.moved = is * centre - was * centre;
    p.turned = {std::atan2(-R(0, 1), R(1, 1)), std::atan2(R(2, 1), std::hypot(R(0, 1), R(1, 1))),
                std::atan2(-R(2, 0), R(2, 2))};
  }

  Motion wheel_motion() {
    m_.motions(eval_.point(Slot::start), bodies_, eval_.scratch());
    return bodies_[wheel_.on.body].of(wheel_.on.frame);
  }

  // The motion of the bodies for v = t, with the excitation of the state.
  Point move_along(const Vector& t) {
    velocity_ = t;
    const Point p{state_.q,      velocity_, state_.a,
                  state_.lambda, state_.z,  eval_.excitation(Slot::start)};
    m_.motions(p, bodies_, eval_.scratch());
    return p;
  }

  Vector row_of_travel() {
    const Index n = m_.shape().nv;
    Vector row = Vector::Zero(n);
    for (Index k = 0; k < n; ++k) {
      if (chassis_.held[k]) continue;
      move_along(Vector::Unit(n, k));
      row[k] = bodies_[wheel_.on.body].of(wheel_.on.frame).v[2];
    }
    return row;
  }

  Vector residual_for(double z) {
    Vector r(m_.shape().ng + 1);
    r << eval_.at(Slot::start, Term::g).g, wheel_motion().p[2] - z0_ - z;
    if (steered_q_ >= 0) r[steered_row_] = state_.q[steered_q_] - steered_;
    return r;
  }

  Vector solve(const Vector& r) {
    const Index ng = m_.shape().ng;
    Matrix A(ng + 1, m_.shape().nv);
    A << eval_.at(Slot::start, Term::G).G.to_matrix(), row_of_travel().transpose();
    for (Index k = 0; k < A.cols(); ++k)
      if (chassis_.held[k]) A.col(k).setZero();
    return linear::least_squares(A, r, RowSpace::round_off);
  }

  // The load of all forces except tyres.
  double load_along(const Vector& t) {
    double power = eval_.at(Slot::start, Term::f).f.dot(t);
    move_along(t);
    const Excitation& u = eval_.excitation(Slot::start);
    Index z = 0;
    for (const Force& f : m_.model().forces) {
      if (is_tyre(f)) {
        double picked[2][element::body_force_signals] = {};
        for (std::size_t k = 0; k < f.signals.size(); ++k) {
          picked[0][k] = u.u[f.signals[k]];
          picked[1][k] = u.du[f.signals[k]];
        }
        const Motion b = bodies_[f.on.body].of(f.on.frame);
        element::BodyForceOut out;
        const Vec3 rest = Vec3::Zero();
        f.body_force->force({b.R, b.p, rest, rest, state_.z.data() + z, picked[0], picked[1]}, out);
        power -= out.wrench.head<3>().dot(b.w) + out.wrench.tail<3>().dot(b.v);
      }
      z += f.law != nullptr ? f.law->states() : f.body_force->states();
    }
    return -power;
  }

  const Mechanism& m_;
  const WheelFrame& wheel_;
  Evaluator eval_;
  State state_;
  List<Motion> bodies_;
  Chassis chassis_;
  Vector velocity_;
  double z0_ = 0, y0_ = 0, outward_ = 1;
  Index steered_row_ = 0;
  int steered_q_ = -1;  // -1: not steered
  double steered_ = 0;
};

// The slope of the load by differences over 0.01 mm to each side.
double slope_of_load(Corner& corner, double z) {
  constexpr double d = 1e-5;
  const State here = corner.state();
  double load[2] = {0, 0}, moved = 0;
  for (int side = 0; side < 2; ++side) {
    const double target = side == 0 ? z - d : z + d;
    const bool there = corner.move_to(target);
    load[side] = corner.load();
    // At the end of the travel only one side is reached.
    if (there) moved += d;
    corner.go_back_to(here);
  }
  return moved > 0 ? (load[1] - load[0]) / moved : 0;
}

// Moves from `from` to `z` in steps of at most one centimetre. Returns the last travel reached if
// the linkage stops before `z`, else nothing.
std::optional<double> reached(Corner& corner, double from, double z) {
  constexpr double longest = 0.01;
  const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(z - from) / longest)));
  double reached = from;
  for (int k = 1; k <= steps; ++k) {
    const double next = from + (z - from) * k / steps;
    if (!corner.move_to(next)) return reached;
    reached = next;
  }
  return std::nullopt;
}

// The travel at which the load vanishes, by bisection between the two points around it.
std::optional<double> load_free(Corner& corner, const State& start,
                                const std::vector<TravelPoint>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!(points[i - 1].load < 0 && points[i].load >= 0)) continue;
    double low = points[i - 1].z, high = points[i].z;
    corner.go_back_to(start);
    reached(corner, 0, high);
    while (high - low > 1e-9) {
      const double middle = (low + high) / 2;
      if (!corner.move_to(middle)) return std::nullopt;
      (corner.load() < 0 ? low : high) = middle;
    }
    return high;
  }
  return std::nullopt;
}

// Keeps the elements that move at some point of the travel.
void keep_moving_elements(Travel& out) {
  if (out.points.empty()) return;
  std::vector<bool> moves(out.points[0].elements.size(), false);
  for (const TravelPoint& p : out.points)
    for (std::size_t k = 0; k < moves.size(); ++k)
      if (std::abs(p.elements[k].ratio) > 1e-9) moves[k] = true;
  for (std::size_t k = 0; k < moves.size(); ++k)
    if (moves[k]) out.elements.push_back(out.points[0].elements[k].force);
  for (TravelPoint& p : out.points) {
    std::vector<TravelElement> kept;
    for (std::size_t k = 0; k < moves.size(); ++k)
      if (moves[k]) kept.push_back(p.elements[k]);
    p.elements = std::move(kept);
  }
}

}  // namespace

std::vector<WheelFrame> wheels_of(const Model& model) {
  std::vector<WheelFrame> wheels;
  for (const Force& f : model.forces)
    if (is_tyre(f)) wheels.push_back({model.bodies[f.on.body].name, f.on});
  return wheels;
}

WheelFrame wheel_named(const Model& model, const std::string& name) {
  std::vector<std::string> known;
  for (const Force& f : model.forces) {
    if (!is_tyre(f)) continue;
    if (f.name == name || model.bodies[f.on.body].name == name) return {name, f.on};
    known.push_back(f.name);
  }
  for (const Joint& j : model.joints) {
    if (j.name == name) return {name, j.outboard};
    known.push_back(j.name);
  }
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    known.push_back(body.name);
    if (body.name != name) continue;
    for (const Joint& j : model.joints)  // the axis of a wheel is its revolute joint
      if (j.type->is_hinge()) {
        if (j.outboard.body == static_cast<int>(b)) return {name, j.outboard};
        if (j.inboard.body == static_cast<int>(b)) return {name, j.inboard};
      }
    return {name,
            {static_cast<int>(b),
             {rotation::matrix_of(rotation::exp({-M_PI / 2, 0, 0})), body.centre}}};
  }
  throw Error("there is no tyre, joint or body '" + name + "'", "travel",
              did_you_mean(name, known, "there are " + join(known, ", ")), Fault::usage);
}

int steering_named(const Model& model, const std::string& name) {
  std::vector<std::string> driven;
  for (int j = 0; j < model.joints.count(); ++j) {
    if (model.joints[j].driven_by < 0) continue;
    if (model.joints[j].name == name) return j;
    driven.push_back(model.joints[j].name);
  }
  throw Error("no signal drives a joint '" + name + "'", "steer",
              driven.empty() ? "the model has no driven joint"
                             : did_you_mean(name, driven, "driven are " + join(driven, ", ")),
              Fault::usage);
}

namespace {

// The same mechanism with rows that hold the driven joints where they are, so that they can be moved.
std::shared_ptr<const Mechanism> with_held_drives(const Mechanism& m, double t) {
  auto model = std::make_shared<Model>(m.model());
  const Excitation u = m.excitation_at(t);
  for (const DrivenCoordinate& d : m.names().driven) {
    Signal& s = model->signals[d.signal];
    s.function = nullptr;
    s.uses.clear();
    s.input = u.u[d.signal];
  }
  return mechanism::compile_tree(std::move(model));
}

}  // namespace

Travel travel(const Mechanism& m, const State& drawn, const WheelFrame& wheel,
              const std::vector<double>& heights, const std::optional<Steer>& steer) {
  if (!m.names().driven.empty()) {
    const auto held = with_held_drives(m, drawn.t);
    return travel(*held, carry_over(m, drawn, *held), wheel, heights, steer);
  }
  Travel out;
  out.wheel = wheel;
  Corner corner(m, drawn, wheel);
  if (steer) {
    out.steer = steer->value;
    corner.steer(*steer);
  }
  const State start = corner.state();
  std::vector<double> up, down;
  for (double z : heights) (z < 0 ? down : up).push_back(z);
  std::sort(up.begin(), up.end());
  std::sort(down.begin(), down.end(), std::greater<>());
  const auto go = [&](const std::vector<double>& list, std::optional<double>& end) {
    corner.go_back_to(start);
    double last = 0;
    for (double z : list) {
      end = reached(corner, last, z);
      if (end) return;
      TravelPoint p = corner.look(z);
      p.stiffness = slope_of_load(corner, z);
      out.points.push_back(std::move(p));
      last = z;
    }
  };
  go(down, out.lowest);
  go(up, out.highest);
  std::sort(out.points.begin(), out.points.end(),
            [](const TravelPoint& a, const TravelPoint& b) { return a.z < b.z; });
  keep_moving_elements(out);
  out.hanging = load_free(corner, start, out.points);
  return out;
}

}  // namespace takt
