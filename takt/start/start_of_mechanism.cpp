#include "takt/start/start_of_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/linear/entries.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/road_below.hpp"
#include "takt/start/rolling_start.hpp"

namespace takt {
namespace {

using mechanism::Mechanism;

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

// The columns of the tangent space that the user fixed, in the model or in `placed`.
Fixed fixed_columns(const Mechanism& m, bool velocities, const std::vector<Placed>& placed = {}) {
  const auto& known = velocities ? m.names().v : m.names().q;
  Fixed keep(m.shape().nv, false);
  if (m.tree() == nullptr) return keep;
  const auto keep_columns_of = [&](int coordinate) {
    for (const mechanism::Link& l : m.tree()->links()) {
      const int k = coordinate - l.q;
      if (k < 0 || k >= nq_of(l)) continue;
      const int plain = plain_of(l);
      if (k < plain)
        keep[l.v + k] = true;
      else  // a part of a quaternion: all three rotations
        for (int i = plain; i < nv_of(l); ++i) keep[l.v + i] = true;
    }
  };
  const auto mark = [&](const std::string& full) {
    const auto found = std::find(known.begin(), known.end(), full);
    if (found == known.end()) return;
    const int i = static_cast<int>(found - known.begin());
    if (velocities)
      keep[i] = true;
    else
      keep_columns_of(i);
  };
  for (const Joint& j : m.model().joints)
    for (const auto& [component, value] : velocities ? j.v0 : j.q0)
      mark(component.empty() ? j.name : j.name + "." + component);
  for (const Placed& p : placed)
    if (p.velocity == velocities) mark(p.name);
  return keep;
}

void clear_columns(linear::Patterned& G, const Fixed& keep) {
  for (Index j = 0; j < G.cols(); ++j)
    if (keep[j]) linear::each_in_column(G.pattern(), j, [&](int, int k) { G.values()[k] = 0; });
}

// The row with the largest violation, as "the loop through 'rocker' at joint 'D'", and its
// violation.
struct OpenRow {
  std::string which, by;
  Index row = 0;
};
OpenRow worst_row(const EquationsOfMotion& eom, const Vector& g, bool velocity) {
  Index worst = 0;
  for (Index i = 0; i < g.size(); ++i)
    if (!(std::abs(g[i]) <= std::abs(g[worst]))) worst = i;
  const RowMeaning row = eom.meaning_of_row(worst);
  const std::string unit = velocity && row.unit == "m" ? "m/s" : velocity ? "rad/s" : row.unit;
  std::string by = length_text(std::abs(g[worst]), unit);
  if (velocity) by += " " + unit;
  return {row.gap, by, worst};
}

// Says what to do if the row couples joints that all follow signals, or drives one of them; else empty.
std::string advice_on_drives(const EquationsOfMotion& eom, Index row) {
  const auto* m = dynamic_cast<const Mechanism*>(&eom);
  if (m == nullptr) return "";
  const Model& model = m->model();
  const std::string& name = m->names().rows[static_cast<std::size_t>(row)];
  for (const Constraint& c : model.constraints) {
    bool concerned = c.name == name, all_driven = c.kind == Constraint::Kind::coupler;
    std::vector<std::string> follow;
    for (const Constraint::Term& t : c.terms) {
      const Joint& j = model.joints[t.joint];
      concerned = concerned || j.name + ".drive" == name;
      all_driven = all_driven && j.driven_by >= 0;
      if (all_driven)
        follow.push_back("'" + j.name + "' follows the signal '" + model.signals[j.driven_by].name +
                         "'");
    }
    if (concerned && all_driven)
      return join(follow, " and ") + ", so nothing can move to close constraint '" + c.name +
             "': let only one of these joints follow a signal (`driven:`), or leave it out";
  }
  return "";
}

[[noreturn]] void cannot_close(const EquationsOfMotion& eom, const Vector& g, bool kept_some,
                               bool velocity) {
  const OpenRow row = worst_row(eom, g, velocity);
  const std::string drives = advice_on_drives(eom, row.row);
  throw Error(
      std::string(velocity ? "velocities: " : "") + "closure of " + row.which + " fails by " +
          row.by,
      "initial state",
      !drives.empty() ? drives
      : kept_some
          ? "the values under `initial: q` and `v`, and of --set, are kept: move some of them to "
            "`guess`, or change lengths until the loop can close"
          : "change lengths until the loop can close, or give a `guess` under "
            "`initial` that is closer to a closed configuration");
}

// Used if the model says `assemble: false`.
void require_closed(const EquationsOfMotion& eom, const State& s) {
  constexpr double closed = 1e-8;  // SI
  if (eom.shape().ng == 0) return;
  Evaluator eval(eom);
  eval.place(Slot::start, s);
  const Terms& t = eval.at(Slot::start, Term::g | Term::G | Term::gI);
  Vector rate = t.gI;
  t.G.multiply_add(1, s.v, rate);
  for (const bool velocity : {false, true}) {
    const Vector& g = velocity ? rate : t.g;
    if (max_norm(g) <= closed * (1 + max_norm(velocity ? s.v : s.q))) continue;
    const OpenRow row = worst_row(eom, g, velocity);
    throw Error(row.which + (velocity ? " moves apart by " : " is open by ") + row.by +
                    ", and the model says `assemble: false`",
                "initial state",
                std::string("write ") + (velocity ? "velocities" : "positions") +
                    " under `initial` that fit each other, leave `assemble: false` out, or add "
                    "--assemble");
  }
}

}  // namespace

State close_loops(const EquationsOfMotion& eom, const State& start, const Fixed& keep_q,
                  const Fixed& keep_v) {
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
  const auto solve = [&](const Fixed& keep, Vector& c) {
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

namespace {

// Sets the speed of the model, if it has one, and then the auxiliary states.
void roll(const Mechanism& m, State& s) {
  const double speed = m.model().initial.speed;
  if (speed != 0) {
    set_speed(m, s, speed);
    s = close_loops(m, s, Fixed(m.shape().nv, true), fixed_columns(m, true));
  }
  set_steady(m, s);
}

}  // namespace

State settle(const Mechanism& m, const State& near) {
  State s = near;
  put_on_slope(m, s);
  roll(m, s);
  s = equilibrium(m, s);
  roll(m, s);
  if (m.model().initial.speed != 0 && let_roll(m, s)) {  // wheel loads of the rolling motion
    s = equilibrium(m, s);
    let_roll(m, s);
    set_steady(m, s);
  }
  return s;
}

State carry_over(const Mechanism& from, const State& s, const Mechanism& to) {
  List<Motion> bodies(from.model().bodies.size());
  const auto scratch = from.make_scratch();
  const Excitation u = from.excitation_at(s.t);
  from.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  State carried = to.state_of(bodies, s.t);
  carried.z = s.z;
  return carried;
}

std::vector<Moved> moved_between(const Names& names, const State& from, const State& to) {
  std::vector<Moved> all;
  const auto compare = [&](char kind, const Vector& a, const Vector& b,
                           const std::vector<std::string>& name,
                           const std::vector<std::string>& units) {
    constexpr double round_off = 1e-9;  // SI
    for (Index i = 0; i < a.size(); ++i)
      if (!(std::abs(b[i] - a[i]) <= round_off * (1 + std::abs(a[i]))))
        all.push_back({std::string(1, kind) + "." + name[i], b[i] - a[i],
                       i < std::ssize(units) ? units[i] : std::string()});
  };
  compare('q', from.q, to.q, names.q, names.q_units);
  compare('v', from.v, to.v, names.v, names.v_units);
  std::stable_sort(all.begin(), all.end(), [](const Moved& a, const Moved& b) {
    return static_cast<float>(std::abs(a.by)) > static_cast<float>(std::abs(b.by));
  });  // as floats, so that round-off does not decide the order
  return all;
}

State with_placed(const Mechanism& m, const State& start, const std::vector<Placed>& placed) {
  State s = start;
  for (const Placed& p : placed) {
    const auto& known = p.velocity ? m.names().v : m.names().q;
    const auto found = std::find(known.begin(), known.end(), p.name);
    if (found == known.end()) continue;
    (p.velocity ? s.v : s.q)[static_cast<Index>(found - known.begin())] = p.value;
  }
  return close_loops(m, s, fixed_columns(m, false, placed), fixed_columns(m, true, placed));
}

namespace {

// A joint that follows a signal starts where the signal is. A value under `initial` may only repeat it.
void check_driven(const Mechanism& m) {
  constexpr double round_off = 1e-9;
  const Excitation u = m.excitation_at(0);
  const Model& model = m.model();
  for (const DrivenCoordinate& d : m.names().driven)
    for (const Joint& j : model.joints) {
      if (j.name != d.name) continue;
      for (const bool velocity : {false, true})
        for (const auto& [component, value] : velocity ? j.v0 : j.q0) {
          const double is = velocity ? u.du[d.signal] : u.u[d.signal];
          if (std::abs(value - is) <= round_off * (1 + std::abs(is))) continue;
          const std::string& signal = model.signals[d.signal].name;
          throw Error("joint '" + j.name + "' follows the signal '" + signal + "', " +
                          (velocity ? "whose rate" : "which") + " is " + length_text(is, "") +
                          " at the start, not " + length_text(value, ""),
                      j.where, "leave its value under `initial` out, or change the signal");
        }
    }
}

}  // namespace

State start_of(const Mechanism& m, std::vector<Moved>* moved) {
  if (m.coordinates() != mechanism::Coordinates::joint) {
    const auto joint = mechanism::compile_tree(std::make_shared<Model>(m.model()));
    return carry_over(*joint, start_of(*joint, moved), m);
  }
  check_driven(m);
  const Model& model = m.model();
  const Fixed keep_q = fixed_columns(m, false), keep_v = fixed_columns(m, true);
  State s = m.initial();
  if (model.initial.assemble) {
    State written = s;  // changes of dependent velocities are expected and not reported
    s = close_loops(m, s, keep_q, keep_v);
    written.v = s.v;
    if (moved != nullptr) *moved = moved_between(m.names(), written, s);
  } else {
    require_closed(m, s);
  }
  if (model.initial.equilibrium) return settle(m, s);
  roll(m, s);
  return s;
}

}  // namespace takt
