// Equilibrium by Newton's method on [K, G'; G, 0] (dq, dlambda) = -(r, g), r = G' lambda - f.
//
// Directions the mechanism is indifferent to have no stiffness and no row: they are held. The least
// solution is taken where multipliers are redundant, and long steps are shortened.
#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/joint/joint_mechanism.hpp"
#include "takt/simulate/start.hpp"

namespace takt {
namespace {

using mechanism::JointMechanism;
using mechanism::LinkKind;
using mechanism::Mechanism;

// x, y and heading of floating bodies, and columns without stiffness and rows: of those that nothing
// balances only the ones that move in a vehicle with a speed, as wheels with rolling resistance.
std::vector<bool> indifferent(const Mechanism& m, const Matrix& K, const Matrix& G, const Vector& f,
                              const Vector& v) {
  const bool driving = m.model().initial.speed != 0;
  std::vector<bool> held(static_cast<std::size_t>(K.cols()), false);
  const double size = 1e-9 * (1 + K.cwiseAbs().maxCoeff());
  for (Index k = 0; k < K.cols(); ++k) {
    const double stiff = K.col(k).cwiseAbs().maxCoeff();  // nothing depends on this coordinate
    const double rows = G.rows() > 0 ? G.col(k).cwiseAbs().maxCoeff() : 0.0;
    const bool balanced = std::abs(f[k]) < 1e-3 * (1 + max_norm(f));  // else it falls: no rest
    const bool moving = driving && v[k] != 0;
    if (stiff < size && rows < 1e-12 && (balanced || moving))
      held[static_cast<std::size_t>(k)] = true;
  }
  if (const auto* joint = dynamic_cast<const JointMechanism*>(&m))
    for (const auto& l : joint->tree().tree.links) {
      if (l.parent >= 0 || (l.kind != LinkKind::Free && l.kind != LinkKind::T3)) continue;
      held[static_cast<std::size_t>(l.v)] = held[static_cast<std::size_t>(l.v + 1)] = true;
      if (l.kind == LinkKind::Free) held[static_cast<std::size_t>(l.v + 5)] = true;
    }
  return held;
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
  constexpr double most = 0.02;  // m or rad, of a step
  double error = 0, closed = 0, scale = 1;
  Matrix A = Matrix::Zero(n + ng, n + ng);
  Vector b(n + ng);
  for (int pass = 0; pass < 100; ++pass) {
    set_steady(m, s);
    eval.place(Slot::start, s);
    const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::g | Term::G | Term::K_full);
    const Matrix K = t.K_full.to_matrix(), G = t.G.to_matrix(), M = t.M.to_matrix();
    const std::vector<bool> held = indifferent(m, K, G, t.f, s.v);
    A.setZero();
    b.setZero();
    scale = 1 + max_norm(t.f);
    // Rows of the size of K, so that the rank of A is judged rightly.
    const double size = 1 + K.cwiseAbs().maxCoeff();
    for (Index i = 0; i < n; ++i) {
      if (held[static_cast<std::size_t>(i)]) {
        A(i, i) = size;
        continue;
      }
      b[i] = t.f[i];
      for (Index j = 0; j < n; ++j)
        if (!held[static_cast<std::size_t>(j)]) A(i, j) = K(i, j);
      if (K.col(i).cwiseAbs().maxCoeff() < 1e-9 * size)  // at a crest: go down
        A(i, i) = std::abs(t.f[i]) / most;
      for (Index r = 0; r < ng; ++r) {
        A(i, n + r) = A(n + r, i) = size * G(r, i);
        b[i] -= G(r, i) * s.lambda[r];
      }
    }
    for (Index r = 0; r < ng; ++r) b[n + r] = -size * t.g[r];
    Vector x = Eigen::CompleteOrthogonalDecomposition<Matrix>(A).solve(b);
    x.tail(ng) *= size;
    error = pass == 0 ? 1 : max_norm(b.head(n)) / scale;
    closed = ng > 0 ? max_norm(t.g) : 0.0;
    if (!x.allFinite()) break;
    if (error < 1e-11 && closed < 1e-12) {
      s.lambda += x.tail(ng);
      return s;
    }
    Vector dq = x.head(n);
    const double longest = max_norm(dq);
    dq *= std::min(1.0, most / std::max(longest, 1e-300));
    m.retract(s.q, dq, q);
    s.q = q;
    s.lambda += x.tail(ng);
  }
  if (error < 1e-7 && closed < 1e-9) return s;
  throw Error("no equilibrium is found near the initial state: forces remain unbalanced by " +
                  std::to_string(error * scale) + " N",
              "initial state",
              "start closer to it, or check with `takt run` and damping where the model settles");
}

}  // namespace takt
