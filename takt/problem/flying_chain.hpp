// Three point masses on two massless rods that fly freely in the plane, the first much heavier.
//
//   m_i p_i'' = -(G' lambda)_i,   0 = (|p2 - p1|^2 - l^2) / 2,   0 = (|p3 - p2|^2 - l^2) / 2
//
// Nothing acts from outside: sum m_i p_i' is constant. The impulses of a projection with the metric M
// act between the masses and keep it; those of one with the metric I do not, unless the masses are
// equal. Starts with the centre of mass at rest, the second rod turning.     004 sec. 2 and 3.2
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class FlyingChain final : public DenseSystem<FlyingChain, 6, 6, 2>, public Conservative {
 public:
  static constexpr Parameter parameters[] = {
      {"m1", 100, "kg", "first mass", 0},
      {"m2", 1, "kg", "middle mass", 0},
      {"m3", 1, "kg", "last mass", 0},
      {"l", 1, "m", "length of a rod", 0},
      {"w", 2, "rad/s", "speed at which the second rod turns"}};

  explicit FlyingChain(const Parameters& p)
      : m1_(p["m1"]), m2_(p["m2"]), m3_(p["m3"]), l_(p["l"]), w_(p["w"]) {
    name({"x1", "y1", "x2", "y2", "x3", "y3"}, {"rod1", "rod2"});
    measure_in("m");
    shape_.constant_mass = true;
    shape_.conservative = true;
    shape_.quadratic_constraints = true;
  }

  State initial() const override {
    State s = blank();
    s.q << 0, 0, l_, 0, l_, l_;
    const double centre = -m3_ * w_ * l_ / (m1_ + m2_ + m3_);
    s.v << -centre, 0, -centre, 0, -w_ * l_ - centre, 0;
    return s;
  }

  double potential(const Point&, Scratch&) const noexcept override { return 0; }
  const Conservative* conservative() const noexcept override { return this; }
  void discrete_force(const Between&, Vector& f, Scratch&) const noexcept override { f.setZero(); }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.set_zero();
  }
  void discrete_jacobian(const Between& b, linear::Patterned& G, Scratch&) const noexcept override {
    OutMat<2, 6> out(G.values().data());
    rows(Vec<6>((b.q0 + b.q1) / 2), out);  // rows are quadratic: their gradient here is exact
  }

  void mass(const SizedPoint&, OutMat<6, 6> M) const noexcept {
    M.diagonal() << m1_, m1_, m2_, m2_, m3_, m3_;
  }
  void force(const SizedPoint&, OutVec<6> f) const noexcept { f.setZero(); }
  void constraint(const SizedPoint& h, OutVec<2> g) const noexcept {
    for (int i = 0; i < 2; ++i) g[i] = (rod(h.q, i).squaredNorm() - l_ * l_) / 2;
  }
  void jacobian(const SizedPoint& h, OutMat<2, 6> G) const noexcept { rows(h.q, G); }
  void curvature(const SizedPoint&, const Vec<6>& w, Mat<2, 6>& B) const noexcept { rows(w, B); }

 private:
  template <class Six> static Vec<2> rod(const Six& q, int i) noexcept {
    return {q[2 * i + 2] - q[2 * i], q[2 * i + 3] - q[2 * i + 1]};
  }
  // G is linear in q, so that d(G w)/dq is G at w.
  template <class Six, class Rows> static void rows(const Six& q, Rows& G) noexcept {
    G.setZero();
    for (int i = 0; i < 2; ++i) {
      const Vec<2> r = rod(q, i);
      G.row(i).template segment<2>(2 * i) = -r.transpose();
      G.row(i).template segment<2>(2 * i + 2) = r.transpose();
    }
  }

  double m1_, m2_, m3_, l_, w_;
};

}  // namespace takt::problem
