#include "takt/start/consistent_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/linear/decomposition/row_space.hpp"

namespace takt {
namespace {

constexpr double consistent = 1e-8;  // SI; limit for |g| and |G v + gI|
constexpr int most_passes = 50;

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

void set_inputs(Evaluator& eval, std::span<const double> inputs) {
  std::copy_n(inputs.begin(), std::min(inputs.size(), eval.inputs().size()), eval.inputs().begin());
}

Residual residual_at(Evaluator& eval, Slot slot, Vector& g, Vector& gv) {
  const Terms& t = eval.at(slot, Term::g | Term::G | Term::gI);
  g = t.g;
  gv = t.gI;
  t.G.multiply_add(1, eval.point(slot).v, gv);
  Residual r;
  for (Index i = 0; i < g.size(); ++i) {
    if (eval.shape().row_level[i] == RowLevel::velocity) g[i] = 0;
    if (!(std::abs(g[i]) <= r.position)) {
      r.position = std::abs(g[i]);
      r.position_row = i;
    }
    if (!(std::abs(gv[i]) <= r.velocity)) {
      r.velocity = std::abs(gv[i]);
      r.velocity_row = i;
    }
  }
  return r;
}

}  // namespace

Residual residual(const EquationsOfMotion& system, const State& s, std::span<const double> inputs) {
  Evaluator eval(system);
  set_inputs(eval, inputs);
  eval.place(Slot::start, s);
  Vector g(system.shape().ng), gv(system.shape().ng);
  return residual_at(eval, Slot::start, g, gv);
}

namespace {

// q with its quaternions normalised to length one.
Vector on_manifold(const EquationsOfMotion& system, const Vector& q) {
  Vector moved(q.size());
  system.retract(q, Vector::Zero(system.shape().nv), moved);
  Vector turned(q.size());  // a zero quaternion does not change under rotation
  system.retract(q, Vector::Constant(system.shape().nv, 0.1), turned);
  const bool rotates = !system.shape().plain_coordinates;
  if (rotates && (!moved.allFinite() || (moved - q).norm() > 0.5 || (turned - q).norm() < 1e-3))
    throw Error("the attitude is not a rotation: its quaternion is far from length one",
                "initial state", "give four numbers whose squares add up to one");
  return moved;
}

}  // namespace

State assemble(const EquationsOfMotion& system, const State& start) {
  const Shape& shape = system.shape();
  State s = start;
  s.q = on_manifold(system, start.q);
  if (shape.ng == 0) return s;
  Evaluator eval(system);
  Vector g(shape.ng), gv(shape.ng), dq(shape.nv), q(shape.nq);
  Residual r;
  for (int k = 0; k < most_passes; ++k) {
    eval.place(Slot::end, s);
    r = residual_at(eval, Slot::end, g, gv);
    if (r.position < 1e-13) break;
    eval.mass_saddle(Slot::end).least_norm(g, dq);
    dq = -dq;
    system.retract(s.q, dq, q);
    s.q = q;
  }
  if (!(r.position < 1e-9))
    throw Error("the constraints cannot be met near this state: row '" +
                    system.names().rows[r.position_row] + "' still fails by " +
                    short_number(r.position),
                "initial state", "start closer to a configuration in which the mechanism closes");
  for (int k = 0; k < 2; ++k) {
    eval.place(Slot::end, s);
    residual_at(eval, Slot::end, g, gv);
    eval.mass_saddle(Slot::end).least_norm(gv, dq);
    s.v -= dq;
  }
  return s;
}

namespace {

// ": 'pivot' moves nothing that has inertia", of the coordinates that can move without any.
std::string without_inertia(const Terms& t, const Names& names) {
  constexpr Index largest = 400;  // larger ones would take too long for a message
  const Index n = t.M.rows();
  if (n > largest) return {};
  const Matrix R = t.G.rows() > 0 ? linear::RowSpace(t.G.to_matrix()).null_space()
                                  : Matrix(Matrix::Identity(n, n));
  const Matrix free = R * linear::RowSpace(R.transpose() * t.M.to_matrix() * R).null_space();
  if (free.cols() == 0) return {};
  std::vector<std::string> found;
  for (Index i = 0; i < n && found.size() < 3; ++i)
    if (free.row(i).norm() > 0.5) found.push_back("'" + names.v[i] + "'");
  if (found.empty()) return {};
  return ": " + join(found, " and ") + (found.size() == 1 ? " moves" : " move") +
         " nothing that has inertia";
}

}  // namespace

void complete(const EquationsOfMotion& system, State& s, std::span<const double> inputs) {
  const Shape& shape = system.shape();
  s.a = Vector::Zero(shape.nv);
  s.lambda = Vector::Zero(shape.ng);
  Evaluator eval(system);
  set_inputs(eval, inputs);
  if (const Recursive* tree = system.recursive(); tree != nullptr && shape.ng == 0) {
    eval.place(Slot::start, s);  // O(N), without M
    tree->acceleration(eval.point(Slot::start), Vector::Zero(shape.nv), s.a, eval.scratch());
    if (s.a.allFinite()) return;
  }
  // If forces depend on the multipliers (creep), some passes find both.
  for (int k = 0; k < (shape.loaded() ? most_passes : 1); ++k) {
    const Vector before = s.lambda;
    eval.place(Slot::start, s);
    const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
    linear::Saddle& saddle = eval.mass_saddle(Slot::start);
    if (saddle.status() != Status::ok)
      throw Error("the mass matrix is singular at the start" + without_inertia(t, system.names()),
                  "initial state", "give what moves there a mass or an inertia");
    s.a = t.f;
    s.lambda = -t.gamma;
    saddle.solve(s.a, s.lambda);
    if (max_norm(Vector(s.lambda - before)) <= 1e-12 * max_norm(s.lambda)) break;
  }
}

void require_consistent(const EquationsOfMotion& system, const State& s,
                        std::span<const double> inputs) {
  for (const Vector* x : {&s.q, &s.v, &s.z})
    for (Index i = 0; i < x->size(); ++i)
      if (!std::isfinite((*x)[i]))
        throw Error("the initial state is not finite", "initial state", "give finite numbers");
  const bool off_manifold = (on_manifold(system, s.q) - s.q).norm() > consistent;
  const Residual r = residual(system, s, inputs);
  const double size_q = 1 + max_norm(s.q), size_v = 1 + max_norm(s.v);
  if (!off_manifold && r.position <= consistent * size_q && r.velocity <= consistent * size_v)
    return;
  const Names& names = system.names();
  std::string text = "the initial state is not on the constraints.";
  if (off_manifold) text += "\n  attitude: the quaternion is not of length one";
  if (!(r.position <= consistent * size_q))
    text += "\n  position: row '" + names.rows[r.position_row] + "' fails by " +
            short_number(r.position);
  if (!(r.velocity <= consistent * size_v))
    text += "\n  velocity: row '" + names.rows[r.velocity_row] + "' fails by " +
            short_number(r.velocity);
  std::string hint;
  try {
    const State a = assemble(system, s);
    text += "\n  --assemble would change";
    for (Index i = 0; i < s.q.size(); ++i)
      if (std::abs(a.q[i] - s.q[i]) > 1e-12)
        text += "\n    q." + names.q[i] + " from " + short_number(s.q[i]) + " to " +
                short_number(a.q[i]);
    for (Index i = 0; i < s.v.size(); ++i)
      if (std::abs(a.v[i] - s.v[i]) > 1e-12)
        text += "\n    v." + names.v[i] + " from " + short_number(s.v[i]) + " to " +
                short_number(a.v[i]);
    hint = "add --assemble to start from the nearest consistent state";
  } catch (const Error& e) {
    text += std::string("\n  and assembling fails: ") + e.what();
    hint = e.hint;
  }
  throw Error(text, "initial state", hint);
}

}  // namespace takt
