// Two masses with springs, dampers and a load that changes with time, for tests of integrators:
//
//   M q'' = f(q, v, t) = -K q - C v + p u(t),    u = sin(3 t)
//
// C is not proportional to M and K, so that no part of a step can be left out unnoticed.
#pragma once

#include <Eigen/LU>
#include <cmath>

#include "takt/problem/dense_system.hpp"

namespace takt::test {

class LinearSystem final : public problem::DenseSystem<LinearSystem, 2, 2, 0, 0, 1> {
 public:
  Eigen::Matrix2d M, C, K;
  Eigen::Vector2d p;

  LinearSystem() {
    M << 2, 0.5, 0.5, 1;
    C << 0.7, -0.2, -0.3, 0.4;
    K << 90, -30, -40, 50;
    p << 3, -1;
    name({"x", "y"}, {});
  }
  // One mass without load: x'' = -a x - b x', so that both coordinates are independent oscillators.
  static LinearSystem oscillator(double a, double b = 0) {
    LinearSystem s;
    s.M.setIdentity();
    s.C = b * s.M;
    s.K = a * s.M;
    s.p.setZero();
    return s;
  }

  static double u(double t) { return std::sin(3 * t); }
  static double du(double t) { return 3 * std::cos(3 * t); }
  Eigen::Vector2d f(double t, const Vector& q, const Vector& v) const {
    return p * u(t) - K * q - C * v;
  }
  Eigen::Vector2d acceleration(double t, const Vector& q, const Vector& v) const {
    return M.inverse() * f(t, q, v);
  }
  // A state with the acceleration that belongs to it.
  State state(double t, const Eigen::Vector2d& q, const Eigen::Vector2d& v) const {
    State s = blank();
    s.t = t;
    s.q = q;
    s.v = v;
    s.a = acceleration(t, q, v);
    return s;
  }

  State initial() const override { return state(0.2, {0.3, -0.1}, {1, 2}); }
  double potential(const Point& at, Scratch&) const noexcept override {
    return 0.5 * at.q.dot(K * at.q);
  }
  void excitation(double t, OutVec<1> x, OutVec<1> dx, OutVec<1> ddx) const noexcept {
    x[0] = u(t);
    dx[0] = du(t);
    ddx[0] = -9 * u(t);
  }
  void mass(const SizedPoint&, OutMat<2, 2> out) const noexcept { out = M; }
  void force(const SizedPoint& h, OutVec<2> out) const noexcept {
    out = p * h.u[0] - K * h.q - C * h.v;
  }
  void stiffness(const SizedPoint&, OutMat<2, 2> out) const noexcept { out = K; }
  void damping(const SizedPoint&, OutMat<2, 2> out) const noexcept { out = C; }
  void force_by_time(const SizedPoint& h, OutVec<2>& out) const noexcept { out = p * h.du[0]; }
};

}  // namespace takt::test
