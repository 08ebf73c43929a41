// A point mass on a massless rod in Cartesian coordinates: the smallest constrained problem.
//
//   m x'' = -2 x lambda,   m y'' = -m g - 2 y lambda,   0 = x^2 + y^2 - l^2
//
// Terms used: m mass, l length of the rod, g gravity along -y. Starts at rest, the rod horizontal.
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class PendulumCartesian final : public DenseSystem<PendulumCartesian, 2, 2, 1>,
                                public Conservative {
 public:
  static constexpr Parameter parameters[] = {{"m", 1, "kg", "mass", 0},
                                             {"l", 1, "m", "length of the rod", 0},
                                             {"g", 9.81, "m/s^2", "gravity"}};

  explicit PendulumCartesian(const Parameters& p) : m_(p["m"]), l_(p["l"]), g_(p["g"]) {
    name({"x", "y"}, {"rod"});
    measure_in("m");
    shape_.constant_mass = true;
    shape_.conservative = true;
    shape_.quadratic_constraints = true;
  }

  State initial() const override {
    State s = blank();
    s.q << l_, 0;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override { return m_ * g_ * p.q[1]; }
  const Conservative* conservative() const noexcept override { return this; }

  void discrete_force(const Between&, Vector& f, Scratch&) const noexcept override {
    f[0] = 0;
    f[1] = -m_ * g_;
  }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.set_zero();  // the weight is constant
  }
  void discrete_jacobian(const Between& b, linear::Patterned& G, Scratch&) const noexcept override {
    G.values() = b.q0 + b.q1;  // the row is quadratic: its gradient at the midpoint is exact
  }

  void mass(const SizedPoint&, OutMat<2, 2> M) const noexcept { M.diagonal().setConstant(m_); }
  void force(const SizedPoint&, OutVec<2> f) const noexcept { f << 0, -m_ * g_; }
  void constraint(const SizedPoint& h, OutVec<1> g) const noexcept {
    g[0] = h.q.squaredNorm() - l_ * l_;
  }
  void jacobian(const SizedPoint& h, OutMat<1, 2> G) const noexcept { G = 2 * h.q.transpose(); }
  void curvature(const SizedPoint&, const Vec<2>& w, Mat<1, 2>& B) const noexcept {
    B = 2 * w.transpose();
  }

 private:
  double m_, l_, g_;
};

}  // namespace takt::problem
