// A heavy slider on a light crank that a motor turns: masses of different scales. The constraint
// turns the light crank by much where the slider moves by little, at the dead centres.
//
//   m y'' = -lambda,   J c'' = D (w - c') - e sin(c) lambda,   0 = y - e cos(c)
//
// Terms used: y slider, c angle of the crank, e its radius (the rod is long), w and D demanded speed
// and gain of the motor. G = (1, e sin(c)). A projection with the metric M moves the crank by
// (e sin(c)/J) / (1/m + e^2 sin^2(c)/J) times the violation, up to sqrt(m/J)/2 times; one with the
// metric I by no more than half of it, for e = 1 m.                        004 sec. 2 and 3.2
#pragma once

#include <cmath>

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class LightCrank final : public DenseSystem<LightCrank, 2, 2, 1>, public Energetic {
 public:
  static constexpr Parameter parameters[] = {
      {"m", 1, "kg", "mass of the slider", 0}, {"J", 0.01, "kg m^2", "inertia of the crank", 0},
      {"e", 1, "m", "radius of the crank", 0}, {"w", 1, "rad/s", "demanded speed of the crank"},
      {"D", 1, "N m s", "gain of the motor"},  {"c0", 0.5, "rad", "initial angle of the crank"}};

  explicit LightCrank(const Parameters& p)
      : m_(p["m"]), J_(p["J"]), e_(p["e"]), w_(p["w"]), D_(p["D"]), c0_(p["c0"]) {
    name({"slider", "crank"}, {"rod"});
    names_.q_units = {"m", "rad"};
    names_.v_units = {"m/s", "rad/s"};
    shape_.constant_mass = true;
  }

  State initial() const override {  // at the demanded speed
    State s = blank();
    s.q << e_ * std::cos(c0_), c0_;
    s.v << -e_ * std::sin(c0_) * w_, w_;
    return s;
  }

  double potential(const Point&, Scratch&) const noexcept override { return 0; }
  const Energetic* energetic() const noexcept override { return this; }
  void power(const Point& p, ElementPower& out, Scratch&) const noexcept override {
    const SizedPoint h(p);
    out = {};
    out.largest = motor(h);
    out.element = 0;
    out.inputs = out.largest * h.v[1];
  }
  std::string name_of(const ElementPower&) const override { return "torque of the motor"; }
  std::string unit_of(const ElementPower&) const override { return "N m"; }

  void mass(const SizedPoint&, OutMat<2, 2> M) const noexcept { M.diagonal() << m_, J_; }
  void force(const SizedPoint& h, OutVec<2> f) const noexcept { f << 0, motor(h); }
  void damping(const SizedPoint&, OutMat<2, 2> C) const noexcept { C(1, 1) = D_; }

  void constraint(const SizedPoint& h, OutVec<1> g) const noexcept {
    g[0] = h.q[0] - e_ * std::cos(h.q[1]);
  }
  void jacobian(const SizedPoint& h, OutMat<1, 2> G) const noexcept {
    G << 1, e_ * std::sin(h.q[1]);
  }
  void curvature(const SizedPoint& h, const Vec<2>& w, Mat<1, 2>& B) const noexcept {
    B(0, 1) = e_ * std::cos(h.q[1]) * w[1];
  }

 private:
  double motor(const SizedPoint& h) const noexcept { return D_ * (w_ - h.v[1]); }

  double m_, J_, e_, w_, D_, c0_;
};

}  // namespace takt::problem
