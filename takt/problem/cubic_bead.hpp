// A bead on a space curve. Its constraints have degree three and four, so that the Jacobian at the
// midpoint is not a discrete gradient.
//
//   m q'' = -m g e_z - G' lambda,   0 = z - Z(x),   0 = y - Y(x)
//
// Terms used: Z = 0.3 x^3 + 0.4 x^2 - 0.2 x, Y = 0.5 x + 0.4 x^3 - 0.2 x^4. Starts at rest on the
// curve. G depends on x alone; its discrete version has the divided differences of Z and Y between
// q0 and q1.                                                                001 (11), ERRATA 001.5
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class CubicBead final : public DenseSystem<CubicBead, 3, 3, 2>, public Conservative {
 public:
  static constexpr Parameter parameters[] = {{"m", 1, "kg", "mass", 0},
                                             {"g", 9.81, "m/s^2", "gravity along -z"},
                                             {"x0", 0.6, "m", "initial x"}};

  explicit CubicBead(const Parameters& p) : m_(p["m"]), g_(p["g"]), x0_(p["x0"]) {
    name({"x", "y", "z"}, {"z_curve", "y_curve"});
    measure_in("m");
    shape_.constant_mass = true;
    shape_.conservative = true;
  }

  State initial() const override {
    State s = blank();
    s.q << x0_, Y(x0_), Z(x0_);
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override { return m_ * g_ * p.q[2]; }
  const Conservative* conservative() const noexcept override { return this; }

  void discrete_force(const Between&, Vector& f, Scratch&) const noexcept override {
    f[0] = 0;
    f[1] = 0;
    f[2] = -m_ * g_;
  }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.set_zero();  // the weight is constant
  }
  void discrete_jacobian(const Between& x, linear::Patterned& G, Scratch&) const noexcept override {
    const double a = x.q0[0], b = x.q1[0];
    const double square = a + b, cube = a * a + a * b + b * b, fourth = square * (a * a + b * b);
    OutMat<2, 3>(G.values().data()) << -(0.3 * cube + 0.4 * square - 0.2), 0, 1,
        -(0.5 + 0.4 * cube - 0.2 * fourth), 1, 0;
  }

  void mass(const SizedPoint&, OutMat<3, 3> M) const noexcept { M.diagonal().setConstant(m_); }
  void force(const SizedPoint&, OutVec<3> f) const noexcept { f << 0, 0, -m_ * g_; }
  void constraint(const SizedPoint& h, OutVec<2> g) const noexcept {
    g << h.q[2] - Z(h.q[0]), h.q[1] - Y(h.q[0]);
  }
  void jacobian(const SizedPoint& h, OutMat<2, 3> G) const noexcept {
    const double x = h.q[0];
    G << -((0.9 * x + 0.8) * x - 0.2), 0, 1,  //
        -(0.5 + (1.2 - 0.8 * x) * x * x), 1, 0;
  }
  void curvature(const SizedPoint& h, const Vec<3>& w, Mat<2, 3>& B) const noexcept {
    const double x = h.q[0];
    B(0, 0) = -(1.8 * x + 0.8) * w[0];
    B(1, 0) = -(2.4 - 2.4 * x) * x * w[0];
  }

 private:
  static double Z(double x) noexcept { return ((0.3 * x + 0.4) * x - 0.2) * x; }
  static double Y(double x) noexcept { return (0.5 + (0.4 - 0.2 * x) * x * x) * x; }

  double m_, g_, x0_;
};

}  // namespace takt::problem
