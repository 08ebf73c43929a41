// Implicit Euler for systems with constraints and with forces that depend on the multipliers: slow,
// dense, and independent of the integrators of the library.
//
//   M (v1 - v0)/h = f(q1, v1, lambda) - G' lambda,   q1 = q0 + h v1,   g(q1) = 0
#pragma once

#include <Eigen/LU>

#include "points.hpp"

namespace takt::problem {

class ImplicitEuler {
 public:
  explicit ImplicitEuler(const EquationsOfMotion& eom)
      : eom_(eom), terms_(make_terms(eom.shape())), scratch_(eom.make_scratch()),
        u_(excitation_at(eom, 0)) {}

  // Returns the number of iterations, or -1 on failure.
  int step(State& s, double h) {
    const Index n = eom_.shape().nv, ng = eom_.shape().ng;
    const Vector q0 = s.q, v0 = s.v;
    s.t += h;
    eom_.excite(s.t, {}, u_);
    Matrix J = Matrix::Zero(n + ng, n + ng);
    Vector r(n + ng);
    for (int k = 1; k <= 20; ++k) {
      s.q = q0 + h * s.v;
      s.a = (s.v - v0) / h;
      eom_.evaluate(Point{s.q, s.v, s.a, s.lambda, s.z, u_},
                    Term::M | Term::f | Term::K_full | Term::C | Term::g | Term::G | Term::f_lambda,
                    terms_, *scratch_);
      const Matrix M = terms_.M.to_matrix(), G = terms_.G.to_matrix();
      r.head(n) = M * s.a - terms_.f + G.transpose() * s.lambda;
      r.tail(ng) = terms_.g / h;
      J.topLeftCorner(n, n) = M / h + terms_.C.to_matrix() + h * terms_.K_full.to_matrix();
      J.topRightCorner(n, ng) = G.transpose() - terms_.f_lambda.to_matrix();
      J.bottomLeftCorner(ng, n) = G;
      const Vector dx = J.partialPivLu().solve(r);
      s.v -= dx.head(n);
      s.lambda -= dx.tail(ng);
      if (!dx.allFinite()) return -1;
      if (max_norm(dx.head(n)) < 1e-9 && max_norm(dx.tail(ng)) < 1e-3) {
        s.q = q0 + h * s.v;
        return k;
      }
    }
    return -1;
  }

 private:
  const EquationsOfMotion& eom_;
  Terms terms_;
  std::unique_ptr<Scratch> scratch_;
  Excitation u_;
};

}  // namespace takt::problem
