// Helpers for tests of mechanisms.
#pragma once

#include <Eigen/QR>
#include <algorithm>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::test {

// Bodies that are welded to ground, directly or through others. In natural coordinates they are
// part of the ground, and the reactions of such welds are not computed there.
inline std::vector<bool> welded_to_ground(const Model& model) {
  std::vector<bool> fixed(model.bodies.size(), false);
  fixed[0] = true;
  for (std::size_t pass = 0; pass < model.bodies.size(); ++pass)
    for (const Joint& j : model.joints) {
      if (j.type->name != "weld") continue;
      const auto a = static_cast<std::size_t>(j.inboard.body);
      const auto b = static_cast<std::size_t>(j.outboard.body);
      if (fixed[a] || fixed[b]) fixed[a] = fixed[b] = true;
    }
  return fixed;
}

// Computes a and lambda by an orthogonal decomposition. Tests that compare two sets of equations
// need it, because the proximal iterations of a step resolve nearly dependent rows less exactly.
inline void complete_exactly(const mechanism::Mechanism& m, State& s) {
  complete(m, s);
  if (m.shape().ng == 0) return;
  Evaluator eval(m);
  eval.place(Slot::start, s);
  const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
  const Index n = m.shape().nv, ng = m.shape().ng;
  const Matrix M = t.M.to_matrix(), G = t.G.to_matrix();
  const double scale = M.norm() / std::max(G.norm(), 1e-300);
  Matrix A = Matrix::Zero(n + ng, n + ng);
  A << M, scale * G.transpose(), scale * G, Matrix::Zero(ng, ng);
  Vector b(n + ng);
  b << t.f, -scale * t.gamma;
  const Vector x = Eigen::CompleteOrthogonalDecomposition<Matrix>(A).solve(b);
  s.a = x.head(n);
  s.lambda = scale * x.tail(ng);
}

}  // namespace takt::test
