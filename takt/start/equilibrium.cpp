// Finds an equilibrium by Newton's method on [K, G'; G, 0] (dq, dlambda) = -(r, g), r = G' lambda -
// f.
//
// Coordinates on which no force and no constraint depends are held. If multipliers are redundant,
// the solution with the least norm is taken. Long steps are shortened.
#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

using mechanism::LinkKind;
using mechanism::Mechanism;

// The coordinates to hold: x, y and heading of the first floating body, the spin of wheels, and
// columns without stiffness and constraints. A body coupled to the first one, such as a trailer, is
// not held; its coupling decides where it stands.
List<bool> indifferent(const Mechanism& m, const Matrix& K, const Matrix& G, const Vector& f) {
  List<bool> held(K.cols(), false);
  const double size = 1e-9 * (1 + K.cwiseAbs().maxCoeff());
  for (Index k = 0; k < K.cols(); ++k) {
    // small: no force depends on this coordinate
    const double stiff = K.col(k).cwiseAbs().maxCoeff();
    const double rows = G.rows() > 0 ? G.col(k).cwiseAbs().maxCoeff() : 0.0;
    // otherwise it accelerates, no equilibrium
    const bool balanced = std::abs(f[k]) < 1e-3 * (1 + max_norm(f));
    if (stiff < size && rows < 1e-12 && balanced) held[k] = true;
  }
  for (const int k : rolling_columns(m)) held[k] = true;
  if (const mechanism::JointTree* tree = m.tree())
    for (const mechanism::Link& l : tree->links()) {
      if (l.parent >= 0 || (l.kind != LinkKind::Free && l.kind != LinkKind::T3)) continue;
      held[l.v] = held[l.v + 1] = true;
      if (l.kind == LinkKind::Free) held[l.v + 5] = true;
      break;
    }
  return held;
}

// K including the stiff states at rest: e(q, z) = 0 gives dz = -e_z^-1 e_q dq.
Matrix with_states(const Terms& t, const Shape& shape) {
  Matrix K = t.K_full.to_matrix();
  if (shape.stiff_states.empty()) return K;
  const Matrix f_z = t.f_z.to_matrix(), e_q = t.e_q.to_matrix(), e_z = t.e_z.to_matrix();
  for (const StateBlock& b : shape.stiff_states) {
    const Matrix dz = -linear::solve_square(e_z.block(b.first, b.first, b.count, b.count),
                                            e_q.middleRows(b.first, b.count));
    K -= f_z.middleCols(b.first, b.count) * dz;
  }
  return K;
}

// From a distant start Newton's method may find a wrong equilibrium, for example a car on its nose.
void check_upright(const Mechanism& m, const State& near, const State& found) {
  const mechanism::JointTree* tree = m.tree();
  if (tree == nullptr || rolling_columns(m).empty()) return;
  constexpr double most = 0.3;  // rad
  for (const mechanism::Link& l : tree->links()) {
    if (l.parent >= 0 || l.kind != LinkKind::Free) continue;
    const Vec3 up = rotation::matrix_of(near.q.segment<4>(l.q + 3)).row(2).transpose();
    const Vec3 now = rotation::matrix_of(found.q.segment<4>(l.q + 3)).row(2).transpose();
    const double angle = std::acos(std::clamp(up.dot(now), -1.0, 1.0));
    if (angle > most)
      throw Error("the only equilibrium that is found has the vehicle tipped over, by " +
                      std::to_string(static_cast<int>(std::lround(angle * 180 / M_PI))) + " deg",
                  "initial state", "start it closer to where it stands, its wheels on the road");
  }
}

}  // namespace

State equilibrium(const Mechanism& m, const State& near) {
  const Shape& shape = m.shape();
  const Index n = shape.nv, ng = shape.ng;
  State s = near;
  s.a = Vector::Zero(n);
  s.lambda = Vector::Zero(ng);
  Evaluator eval(m);
  Vector q(shape.nq);
  constexpr double most = 0.02;  // m or rad; longest change in one pass
  double error = 0, closed = 0, scale = 1;
  Matrix A = Matrix::Zero(n + ng, n + ng);
  Vector b(n + ng);
  for (int pass = 0; pass < 100; ++pass) {
    set_steady(m, s);
    eval.place(Slot::start, s);
    Need need = Term::f | Term::g | Term::G | Term::K_full;
    if (!shape.stiff_states.empty()) need = need | Term::f_z | Term::e_qvz;
    const Terms& t = eval.at(Slot::start, need);
    const Matrix K = with_states(t, shape), G = t.G.to_matrix();
    const List<bool> held = indifferent(m, K, G, t.f);
    A.setZero();
    b.setZero();
    scale = 1 + max_norm(t.f);
    // The constraint rows are scaled to the size of K, so that the rank of A is found correctly.
    const double size = 1 + K.cwiseAbs().maxCoeff();
    for (Index i = 0; i < n; ++i) {
      if (held[i]) {
        A(i, i) = size;
        continue;
      }
      b[i] = t.f[i];
      for (Index j = 0; j < n; ++j)
        if (!held[j]) A(i, j) = K(i, j);
      if (K.col(i).cwiseAbs().maxCoeff() < 1e-9 * size)  // no stiffness: move along the force
        A(i, i) = std::abs(t.f[i]) / most;
      for (Index r = 0; r < ng; ++r) {
        A(i, n + r) = A(n + r, i) = size * G(r, i);
        b[i] -= G(r, i) * s.lambda[r];
      }
    }
    for (Index r = 0; r < ng; ++r) b[n + r] = -size * t.g[r];
    Vector x = linear::least_squares(A, b);
    x.tail(ng) *= size;
    error = pass == 0 ? 1 : max_norm(b.head(n)) / scale;
    closed = ng > 0 ? max_norm(t.g) : 0.0;
    if (!x.allFinite()) break;
    if (error < 1e-11 && closed < 1e-12) {
      s.lambda += x.tail(ng);
      check_upright(m, near, s);
      return s;
    }
    Vector dq = x.head(n);
    const double longest = max_norm(dq);
    dq *= std::min(1.0, most / std::max(longest, 1e-300));
    m.retract(s.q, dq, q);
    s.q = q;
    s.lambda += x.tail(ng);
  }
  if (error < 1e-7 && closed < 1e-9) {
    check_upright(m, near, s);
    return s;
  }
  throw Error("no equilibrium is found near the initial state: forces remain unbalanced by " +
                  std::to_string(error * scale) + " N",
              "initial state",
              "start closer to it, or check with `takt run` and damping where the model settles");
}

}  // namespace takt
