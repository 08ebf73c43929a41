// Dahlquist's test equation for second-order systems: a mass on a spring and a damper.
//
//   x'' = -a x - b x'
//
// Terms used: a stiffness, b damping, both per unit mass. Starts at x0 with velocity v0. 000 sec. 2
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class LinearOscillator final : public DenseSystem<LinearOscillator, 1, 1, 0>,
                               public Conservative,
                               public Loads {
 public:
  static constexpr Parameter parameters[] = {{"a", 1, "1/s^2", "stiffness per unit mass"},
                                             {"b", 0, "1/s", "damping per unit mass"},
                                             {"x0", 1, "m", "initial position"},
                                             {"v0", 0, "m/s", "initial velocity"}};

  explicit LinearOscillator(const Parameters& p)
      : a_(p["a"]), b_(p["b"]), x0_(p["x0"]), v0_(p["v0"]) {
    name({"x"}, {});
    measure_in("m");
    shape_.constant_mass = true;
    shape_.conservative = true;
    shape_.quadratic_constraints = true;  // it has no constraints
  }

  State initial() const override {
    State s = blank();
    s.q[0] = x0_;
    s.v[0] = v0_;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    return 0.5 * a_ * p.q[0] * p.q[0];
  }
  const Conservative* conservative() const noexcept override { return this; }

  void discrete_force(const Between& b, Vector& f, Scratch&) const noexcept override {
    f[0] = -0.5 * a_ * (b.q0[0] + b.q1[0]) - b_ * b.middle.v[0];
  }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.values()[0] = 0.5 * a_;
  }
  void discrete_jacobian(const Between&, linear::Patterned&, Scratch&) const noexcept override {}
  const Loads* loads() const noexcept override { return this; }
  void conservative_force(const Between& b, Vector& f, Scratch&) const noexcept override {
    f[0] = -0.5 * a_ * (b.q0[0] + b.q1[0]);
  }
  void conservative_stiffness(const Between&, linear::Patterned& K,
                              Scratch&) const noexcept override {
    K.values()[0] = 0.5 * a_;
  }
  void load(const Point& p, Vector& f, Scratch&) const noexcept override { f[0] = -b_ * p.v[0]; }
  void add_load_stiffness(const Point&, double, linear::Patterned&,
                          Scratch&) const noexcept override {}

  void mass(const SizedPoint&, OutMat<1, 1> M) const noexcept { M(0, 0) = 1; }
  void force(const SizedPoint& h, OutVec<1> f) const noexcept { f[0] = -a_ * h.q[0] - b_ * h.v[0]; }
  void stiffness(const SizedPoint&, OutMat<1, 1> K) const noexcept { K(0, 0) = a_; }
  void stiffness_product(const SizedPoint&, const Vec<1>& w, OutVec<1>& y) const noexcept {
    y[0] = a_ * w[0];
  }
  void damping(const SizedPoint&, OutMat<1, 1> C) const noexcept { C(0, 0) = b_; }

 private:
  double a_, b_, x0_, v0_;
};

}  // namespace takt::problem
