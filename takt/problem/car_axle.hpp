// A car axle on a bumpy road: two masses, two stiff springs, one wheel driven by the road.
//
//   M/2 p_l'' = k (L0/L_l - 1) p_l       - M/2 g e_y - G_l' lambda
//   M/2 p_r'' = k (L0/L_r - 1) (p_r - b) - M/2 g e_y - G_r' lambda
//   0 = xb xl + yb yl,   0 = |p_l - p_r|^2 - L^2
//
// Terms used: p_l = (xl, yl), p_r = (xr, yr) ends of the axle; k = 1/eps^2; L_l = |p_l| and
// L_r = |p_r - b| lengths of the springs; b = (xb, yb) = u(t) the driven wheel, yb = r sin(w t),
// xb = sqrt(L^2 - yb^2). Multipliers are those of the test set times -1/eps^2.
//                                                                IVP test set; 000 sec. 4.2
#pragma once

#include <cmath>

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class CarAxle final : public DenseSystem<CarAxle, 4, 4, 2, 0, 2> {
 public:
  static constexpr Parameter parameters[] = {
      {"M", 10, "kg", "mass of the axle, half at each end", 0},
      {"eps", 1e-2, "", "the springs have 1/eps^2 N/m", 0},
      {"L", 1, "m", "length of the axle and of the base", 0},
      {"L0", 0.5, "m", "length of the relaxed springs", 0},
      {"r", 0.1, "m", "height of the road's bumps"},
      {"w", 10, "rad/s", "angular frequency of the road"},
      {"g", 1, "m/s^2", "gravity"},
      {"implicit_left", 1, "", "0 leaves the left spring out of the Jacobian"},
      {"implicit_right", 1, "", "0 leaves the right spring out of the Jacobian"}};

  explicit CarAxle(const Parameters& p)
      : m_(p["M"] / 2), k_(1 / (p["eps"] * p["eps"])), L_(p["L"]), L0_(p["L0"]), r_(p["r"]),
        w_(p["w"]), g_(p["g"]), implicit_left_(p.flag("implicit_left")),
        implicit_right_(p.flag("implicit_right")) {
    name({"xl", "yl", "xr", "yr"}, {"road", "axle"});
    measure_in("m");
    shape_.constant_mass = true;
  }

  State initial() const override {
    State s = blank();
    s.q << 0, L0_, L_, L0_;
    const double vx = -r_ * w_ * L0_ / L_;  // from 0 = xb vxl + yb' yl; the axle does not turn
    s.v << vx, 0, vx, 0;
    return s;
  }

  void excitation(double t, OutVec<2>& u, OutVec<2>& du, OutVec<2>& ddu) const noexcept {
    const double yb = r_ * std::sin(w_ * t), dyb = r_ * w_ * std::cos(w_ * t);
    const double ddyb = -w_ * w_ * yb;
    const double xb = std::sqrt(L_ * L_ - yb * yb), dxb = -yb * dyb / xb;
    const double ddxb = -(dyb * dyb + yb * ddyb + dxb * dxb) / xb;
    u << xb, yb;
    du << dxb, dyb;
    ddu << ddxb, ddyb;
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    const SizedPoint h(p);
    const double left = left_of(h).length - L0_, right = right_of(h).length - L0_;
    return 0.5 * k_ * (left * left + right * right) + m_ * g_ * (h.q[1] + h.q[3]);
  }

  void mass(const SizedPoint&, OutMat<4, 4> M) const noexcept { M.diagonal().setConstant(m_); }
  void force(const SizedPoint& h, OutVec<4> f) const noexcept {
    const Spring l = left_of(h), r = right_of(h);
    f.head<2>() = k_ * (L0_ - l.length) * l.along;
    f.tail<2>() = k_ * (L0_ - r.length) * r.along;
    f[1] -= m_ * g_;
    f[3] -= m_ * g_;
  }

  void stiffness(const SizedPoint& h, OutMat<4, 4> K) const noexcept {
    if (implicit_left_) K.topLeftCorner<2, 2>() = stiffness_of(left_of(h));
    if (implicit_right_) K.bottomRightCorner<2, 2>() = stiffness_of(right_of(h));
  }
  void stiffness_rest(const SizedPoint& h, OutMat<4, 4> K) const noexcept {
    if (!implicit_left_) K.topLeftCorner<2, 2>() = stiffness_of(left_of(h));
    if (!implicit_right_) K.bottomRightCorner<2, 2>() = stiffness_of(right_of(h));
  }
  void stiffness_product(const SizedPoint& h, const Vec<4>& w, OutVec<4>& y) const noexcept {
    y.setZero();
    if (implicit_left_) y.head<2>() = stiffness_times(left_of(h), w.head<2>());
    if (implicit_right_) y.tail<2>() = stiffness_times(right_of(h), w.tail<2>());
  }

  // The force of the right spring depends on p_r - u.
  void force_by_time(const SizedPoint& h, OutVec<4>& y) const noexcept {
    if (implicit_right_) y.tail<2>() = stiffness_times(right_of(h), h.du);
  }

  void constraint(const SizedPoint& h, OutVec<2> g) const noexcept {
    g << h.u.dot(h.q.head<2>()), axle_of(h.q).squaredNorm() - L_ * L_;
  }
  void jacobian(const SizedPoint& h, OutMat<2, 4> G) const noexcept {
    const Vec<2> axle = 2 * axle_of(h.q);
    G.row(0) << h.u[0], h.u[1], 0, 0;
    G.row(1) << axle[0], axle[1], -axle[0], -axle[1];
  }
  void velocity_rest(const SizedPoint& h, OutVec<2> gI) const noexcept {
    gI << h.du.dot(h.q.head<2>()), 0;
  }
  void velocity_rest_q(const SizedPoint& h, Mat<2, 4>& J) const noexcept {
    J.row(0) << h.du[0], h.du[1], 0, 0;
  }
  void acceleration_rest(const SizedPoint& h, OutVec<2>& y) const noexcept {
    y << h.ddu.dot(h.q.head<2>()), 0;
  }
  // g1 is linear in q; the Hessian of g2 is 2 [I -I; -I I].
  void reaction_gradient(const SizedPoint&, const Vec<2>& l, Mat<4, 4>& D) const noexcept {
    const double d = 2 * l[1];
    D.diagonal().setConstant(d);
    D(0, 2) = D(2, 0) = D(1, 3) = D(3, 1) = -d;
  }
  void curvature(const SizedPoint&, const Vec<4>& w, Mat<2, 4>& B) const noexcept {
    const Vec<2> axle = 2 * axle_of(w);
    B.row(1) << axle[0], axle[1], -axle[0], -axle[1];
  }

 private:
  struct Spring {
    double length;
    Vec<2> along;  // unit vector
    explicit Spring(const Vec<2>& d) noexcept : length(d.norm()), along(d / length) {}
  };
  static Spring left_of(const SizedPoint& h) noexcept { return Spring(h.q.head<2>()); }
  static Spring right_of(const SizedPoint& h) noexcept { return Spring(h.q.tail<2>() - h.u); }
  template <class Ends> static Vec<2> axle_of(const Ends& q) noexcept {
    return Vec<2>(q[0] - q[2], q[1] - q[3]);
  }

  // k ((1 - L0/L) I + L0/L a a'), a along the spring
  Mat<2, 2> stiffness_of(const Spring& s) const noexcept {
    const double slack = L0_ / s.length;
    return k_ * ((1 - slack) * Mat<2, 2>::Identity() + slack * s.along * s.along.transpose());
  }
  Vec<2> stiffness_times(const Spring& s, const Vec<2>& w) const noexcept {
    const double slack = L0_ / s.length;
    return k_ * ((1 - slack) * w + slack * s.along.dot(w) * s.along);
  }

  double m_, k_, L_, L0_, r_, w_, g_;
  bool implicit_left_, implicit_right_;
};

}  // namespace takt::problem
