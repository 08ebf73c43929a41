// A bead on the intersection of a breathing sphere and a paraboloid, for tests of projections:
//
//   g_1 = |q|^2 - r(t)^2,   g_2 = q_3 - q_1 q_2,   g_3 = g_1 + 2 g_2 (redundant, with `rows` = 3)
//   M(q) = M_0 + q q'/5
//
// All terms are written out once more with Eigen, by `rows`, for the formulas of the tests.
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "takt/problem/dense_system.hpp"

namespace takt::test {

template <int rows> class Bead final : public problem::DenseSystem<Bead<rows>, 3, 3, rows, 0, 1> {
  using Base = problem::DenseSystem<Bead<rows>, 3, 3, rows, 0, 1>;

 public:
  using SizedPoint = typename Base::SizedPoint;
  template <int n> using Vec = typename Base::template Vec<n>;
  template <int r, int c> using Mat = typename Base::template Mat<r, c>;
  template <int n> using OutVec = typename Base::template OutVec<n>;
  template <int r, int c> using OutMat = typename Base::template OutMat<r, c>;

  Bead() { this->name({"x", "y", "z"}, std::vector<std::string>(rows, "row")); }

  // Near the constraints at t = 0.3, but not on them, at all three levels.
  State initial() const override {
    State s = this->blank();
    s.t = 0.3;
    s.q << 0.81, 0.52, 0.41;
    s.v << 0.4, -0.7, 0.3;
    s.a << 0.2, 0.5, -0.4;
    return s;
  }
  double potential(const Point&, Scratch&) const noexcept override { return 0; }
  void excitation(double t, OutVec<1> u, OutVec<1> du, OutVec<1> ddu) const noexcept {
    u[0] = radius(t);
    du[0] = rate(t);
    ddu[0] = -0.1 * std::sin(t);
  }
  void mass(const SizedPoint& h, OutMat<3, 3> out) const noexcept { out = M(Vec<3>(h.q)); }
  void force(const SizedPoint&, OutVec<3> f) const noexcept { f.setZero(); }
  void constraint(const SizedPoint& h, OutVec<rows> out) const noexcept { out = g(h.q, h.u[0]); }
  void jacobian(const SizedPoint& h, OutMat<rows, 3> out) const noexcept { out = G(Vec<3>(h.q)); }
  void velocity_rest(const SizedPoint& h, OutVec<rows> out) const noexcept {
    out = mixed({-2 * h.u[0] * h.du[0], 0});
  }
  void acceleration_rest(const SizedPoint& h, OutVec<rows>& out) const noexcept {
    out = mixed({-2 * (h.du[0] * h.du[0] + h.u[0] * h.ddu[0]), 0});
  }
  void curvature(const SizedPoint&, const Vec<3>& w, Mat<rows, 3>& B) const noexcept {
    B = bend(w);
  }

  static double radius(double t) { return 1 + 0.1 * std::sin(t); }
  static double rate(double t) { return 0.1 * std::cos(t); }
  static Eigen::Matrix3d M(const Eigen::Vector3d& q) {
    Eigen::Matrix3d M0;
    M0 << 2, 0.3, 0, 0.3, 1, -0.2, 0, -0.2, 3;
    return M0 + q * q.transpose() / 5;
  }
  static Vec<rows> g(const Eigen::Vector3d& q, double r) {
    return mixed({q.squaredNorm() - r * r, q[2] - q[0] * q[1]});
  }
  static Mat<rows, 3> G(const Eigen::Vector3d& q) {
    Eigen::Matrix<double, 2, 3> two;
    two << 2 * q.transpose(), -q[1], -q[0], 1;
    return mixed_rows(two);
  }
  // d(G w)/dq
  static Mat<rows, 3> bend(const Eigen::Vector3d& w) {
    Eigen::Matrix<double, 2, 3> two;
    two << 2 * w.transpose(), -w[1], -w[0], 0;
    return mixed_rows(two);
  }
  // The violations at a state: g, G v + g_t, and G a + (G v)_q v + g_tt.
  static Vec<rows> position(const State& s) { return g(s.q, radius(s.t)); }
  static Vec<rows> velocity(const State& s) {
    return G(s.q) * s.v + mixed({-2 * radius(s.t) * rate(s.t), 0});
  }
  static Vec<rows> acceleration(const State& s) {
    const double r = radius(s.t), dr = rate(s.t), ddr = -0.1 * std::sin(s.t);
    return G(s.q) * s.a + bend(s.v) * s.v + mixed({-2 * (dr * dr + r * ddr), 0});
  }

 private:
  static Vec<rows> mixed(const Eigen::Vector2d& two) {
    Vec<rows> out;
    out.template head<2>() = two;
    if constexpr (rows == 3) out[2] = two[0] + 2 * two[1];
    return out;
  }
  static Mat<rows, 3> mixed_rows(const Eigen::Matrix<double, 2, 3>& two) {
    Mat<rows, 3> out;
    out.template topRows<2>() = two;
    if constexpr (rows == 3) out.row(2) = two.row(0) + 2 * two.row(1);
    return out;
  }
};

}  // namespace takt::test
