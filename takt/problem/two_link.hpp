// A planar arm of two rods whose free end follows a path: a parabola, or a height given over time.
//
//   M(theta) theta'' = f(theta, theta') - G' lambda
//   parabola: 0 = y2 - x2^2 + beta        sine: 0 = y2 - u,  u = sin^2(omega t)
//
// Terms used: theta1 angle to the horizontal, theta2 angle relative to the first rod; c12, s12 of
// their sum; x2 = l1 c1 + l2 c12, y2 = l1 s1 + l2 s12 the free end; eta = m2 l1 l2 / 2.
// Starts at rest at (70, -140) degrees; for l1 = l2 the end is then at height 0.     004 sec. 6
#pragma once

#include <cmath>
#include <numbers>

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

template <class Self, int nu> class TwoLink : public DenseSystem<Self, 2, 2, 1, 0, nu> {
  using Base = DenseSystem<Self, 2, 2, 1, 0, nu>;
  using Vec2 = Eigen::Matrix<double, 2, 1>;
  using Mat2 = Eigen::Matrix<double, 2, 2>;

 public:
  using typename Base::SizedPoint;
  using OutVec2 = Eigen::Map<Vec2>;
  using OutMat2 = Eigen::Map<Mat2>;

  State initial() const override {
    State s = this->blank();
    const double theta1 = 70 * std::numbers::pi / 180;
    s.q << theta1, -2 * theta1;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    const double s1 = std::sin(p.q[0]), s12 = std::sin(p.q[0] + p.q[1]);
    return m1_ * g_ * l1_ * s1 / 2 + m2_ * g_ * (l1_ * s1 + l2_ * s12 / 2);
  }
  void outputs(const Point& p, std::span<double> out, Scratch&) const noexcept override {
    const End end = end_of(p.q[0], p.q[1]);
    out[0] = end.x2;
    out[1] = end.y2;
  }

  void mass(const SizedPoint& h, OutMat2 M) const noexcept {
    const double c2 = std::cos(h.q[1]);
    const double m22 = m2_ * l2_ * l2_ / 3, m12 = m22 + eta_ * c2;
    M << (m1_ / 3 + m2_) * l1_ * l1_ + m22 + 2 * eta_ * c2, m12, m12, m22;
  }
  void mass_gradient(const SizedPoint& h, OutMat2 D) const noexcept {
    D.col(1) << 2 * h.a[0] + h.a[1], h.a[0];
    D.col(1) *= -eta_ * std::sin(h.q[1]);
  }
  void force(const SizedPoint& h, OutVec2 f) const noexcept {
    const double c1 = std::cos(h.q[0]), c12 = std::cos(h.q[0] + h.q[1]), s2 = std::sin(h.q[1]);
    const double w1 = h.v[0], w2 = h.v[1], f2 = -m2_ * g_ * l2_ * c12 / 2;
    f << -(m1_ / 2 + m2_) * g_ * l1_ * c1 + f2 + eta_ * s2 * (2 * w1 + w2) * w2,
        f2 - eta_ * s2 * w1 * w1;
  }
  void stiffness(const SizedPoint& h, OutMat2 K) const noexcept {
    const double s1 = std::sin(h.q[0]), s12 = std::sin(h.q[0] + h.q[1]), c2 = std::cos(h.q[1]);
    const double w1 = h.v[0], w2 = h.v[1], k = -m2_ * g_ * l2_ * s12 / 2;
    K << -(m1_ / 2 + m2_) * g_ * l1_ * s1 + k, k - eta_ * c2 * (2 * w1 + w2) * w2,  //
        k, k + eta_ * c2 * w1 * w1;
  }
  void damping(const SizedPoint& h, OutMat2 C) const noexcept {
    const double w1 = h.v[0], w2 = h.v[1];
    C << -w2, -(w1 + w2), w1, 0;
    C *= 2 * eta_ * std::sin(h.q[1]);
  }

 protected:
  struct End {  // the free end with its first and second derivatives
    double x2, y2;
    Vec2 x2_q, y2_q;
    Mat2 x2_qq, y2_qq;
  };

  explicit TwoLink(const Parameters& p)
      : m1_(p["m1"]), m2_(p["m2"]), l1_(p["l1"]), l2_(p["l2"]), g_(p["g"]),
        eta_(m2_ * l1_ * l2_ / 2) {
    this->name({"theta1", "theta2"}, {"path"}, {}, {"x2", "y2"});
    this->measure_in("rad");
    this->names_.output_units = {"m", "m"};
  }

  End end_of(double theta1, double theta2) const noexcept {
    const double x12 = l2_ * std::cos(theta1 + theta2), y12 = l2_ * std::sin(theta1 + theta2);
    End e;
    e.x2 = l1_ * std::cos(theta1) + x12;
    e.y2 = l1_ * std::sin(theta1) + y12;
    e.x2_q << -e.y2, -y12;
    e.y2_q << e.x2, x12;
    e.x2_qq << -e.x2, -x12, -x12, -x12;
    e.y2_qq << -e.y2, -y12, -y12, -y12;
    return e;
  }
  End end_of(const SizedPoint& h) const noexcept { return end_of(h.q[0], h.q[1]); }

 private:
  double m1_, m2_, l1_, l2_, g_, eta_;
};

class TwoLinkParabola final : public TwoLink<TwoLinkParabola, 0> {
 public:
  static constexpr Parameter parameters[] = {{"m1", 36, "kg", "mass of the first rod", 0},
                                             {"m2", 36, "kg", "mass of the second rod", 0},
                                             {"l1", 1, "m", "length of the first rod", 0},
                                             {"l2", 1, "m", "length of the second rod", 0},
                                             {"g", 9.81, "m/s^2", "gravity"}};

  explicit TwoLinkParabola(const Parameters& p) : TwoLink(p) {
    const Vector q = initial().q;
    const End end = end_of(q[0], q[1]);
    beta_ = end.x2 * end.x2 - end.y2;
  }

  void constraint(const SizedPoint& h, OutVec<1> g) const noexcept {
    const End end = end_of(h);
    g[0] = beta_ - (end.x2 * end.x2 - end.y2);
  }
  void jacobian(const SizedPoint& h, OutMat<1, 2> G) const noexcept {
    const End end = end_of(h);
    G = (end.y2_q - 2 * end.x2 * end.x2_q).transpose();
  }
  void curvature(const SizedPoint& h, const Vec<2>& w, Mat<1, 2>& B) const noexcept {
    const End end = end_of(h);
    B = w.transpose() * (end.y2_qq - 2 * end.x2 * end.x2_qq);
    B -= 2 * end.x2_q.dot(w) * end.x2_q.transpose();
  }

 private:
  double beta_ = 0;
};

class TwoLinkSine final : public TwoLink<TwoLinkSine, 1> {
 public:
  static constexpr Parameter parameters[] = {
      {"m1", 36, "kg", "mass of the first rod", 0},
      {"m2", 36, "kg", "mass of the second rod", 0},
      {"l1", 1, "m", "length of the first rod", 0},
      {"l2", 1, "m", "length of the second rod", 0},
      {"g", 9.81, "m/s^2", "gravity"},
      {"omega", 0.5, "rad/s", "angular frequency of the height"}};

  explicit TwoLinkSine(const Parameters& p) : TwoLink(p), omega_(p["omega"]) {}

  void excitation(double t, OutVec<1>& u, OutVec<1>& du, OutVec<1>& ddu) const noexcept {
    const double s = std::sin(omega_ * t);
    u[0] = s * s;
    du[0] = omega_ * std::sin(2 * omega_ * t);
    ddu[0] = 2 * omega_ * omega_ * std::cos(2 * omega_ * t);
  }

  void constraint(const SizedPoint& h, OutVec<1> g) const noexcept { g[0] = end_of(h).y2 - h.u[0]; }
  void jacobian(const SizedPoint& h, OutMat<1, 2> G) const noexcept {
    G = end_of(h).y2_q.transpose();
  }
  void velocity_rest(const SizedPoint& h, OutVec<1> gI) const noexcept { gI[0] = -h.du[0]; }
  void acceleration_rest(const SizedPoint& h, OutVec<1>& y) const noexcept { y[0] = -h.ddu[0]; }
  void curvature(const SizedPoint& h, const Vec<2>& w, Mat<1, 2>& B) const noexcept {
    B = w.transpose() * end_of(h).y2_qq;
  }

 private:
  double omega_;
};

}  // namespace takt::problem
