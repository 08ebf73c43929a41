// A massless rod that swings in space about one end, with a particle at its middle and one at its
// other end: the spherical compound pendulum of paper 001.
//
//   m1 r1'' = m1 g - ...,  m2 r2'' = m2 g - ...,   q = (r1, r2)
//   lin:    0 = |r1|^2 - l^2,  0 = r2 - 2 r1                                      four rows
//   cross:  0 = |r1|^2 - l^2,  0 = |r2 - r1|^2 - l^2,  0 = r1 x r2             five rows of rank 4
//
// Terms used: m1, m2 masses; l = 1 m half the rod; gravity along -z. Starts horizontally along x,
// turning about z with 0.5 rad/s. All rows are quadratic: their gradient at the midpoint is a
// discrete gradient.                                       001 section 5.1; Goicolea, Garcia Orden
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

enum class PendulumRows : int { lin, cross };

template <PendulumRows kind>
class SphericalPendulumWith final
    : public DenseSystem<SphericalPendulumWith<kind>, 6, 6, kind == PendulumRows::lin ? 4 : 5>,
      public Conservative {
  using Base = DenseSystem<SphericalPendulumWith<kind>, 6, 6, kind == PendulumRows::lin ? 4 : 5>;
  static constexpr int ng = Base::ng;

 public:
  using SizedPoint = typename Base::SizedPoint;
  template <int n> using Vec = typename Base::template Vec<n>;
  template <int r, int c> using Mat = typename Base::template Mat<r, c>;
  template <int n> using OutVec = typename Base::template OutVec<n>;
  template <int r, int c> using OutMat = typename Base::template OutMat<r, c>;

  explicit SphericalPendulumWith(const Parameters& p)
      : m1_(p["m1"]), m2_(p["m2"]), g_(p["g"]), w0_(p["omega"]) {
    if constexpr (kind == PendulumRows::lin)
      this->name({"x1", "y1", "z1", "x2", "y2", "z2"}, {"length", "end_x", "end_y", "end_z"});
    else
      this->name({"x1", "y1", "z1", "x2", "y2", "z2"},
                 {"length_1", "length_2", "cross_x", "cross_y", "cross_z"});
    this->measure_in("m");
    this->shape_.constant_mass = true;
    this->shape_.conservative = true;
    this->shape_.quadratic_constraints = true;
  }

  State initial() const override {
    State s = this->blank();
    s.q << 1, 0, 0, 2, 0, 0;
    s.v << 0, w0_, 0, 0, 2 * w0_, 0;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    return g_ * (m1_ * p.q[2] + m2_ * p.q[5]);
  }
  const Conservative* conservative() const noexcept override { return this; }
  void discrete_force(const Between&, Vector& f, Scratch&) const noexcept override {
    OutVec<6> out(f.data());
    weight(out);
  }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.set_zero();  // the weight is constant
  }
  void discrete_jacobian(const Between& b, linear::Patterned& G, Scratch&) const noexcept override {
    OutMat<ng, 6> out(G.values().data());
    out.setZero();
    const Vec<6> middle = 0.5 * (b.q0 + b.q1);
    rows(middle, out);
  }

  void mass(const SizedPoint&, OutMat<6, 6> M) const noexcept {
    M.diagonal() << m1_, m1_, m1_, m2_, m2_, m2_;
  }
  void force(const SizedPoint&, OutVec<6> f) const noexcept { weight(f); }
  void constraint(const SizedPoint& h, OutVec<ng> g) const noexcept {
    const Vec<3> r1 = h.q.template head<3>(), r2 = h.q.template tail<3>();
    g[0] = r1.squaredNorm() - 1;
    if constexpr (kind == PendulumRows::lin) {
      g.template tail<3>() = r2 - 2 * r1;
    } else {
      g[1] = (r2 - r1).squaredNorm() - 1;
      g[2] = r1[1] * r2[2] - r1[2] * r2[1];
      g[3] = r1[2] * r2[0] - r1[0] * r2[2];
      g[4] = r1[0] * r2[1] - r1[1] * r2[0];
    }
  }
  void jacobian(const SizedPoint& h, OutMat<ng, 6> G) const noexcept { rows(Vec<6>(h.q), G); }
  void curvature(const SizedPoint&, const Vec<6>& w, Mat<ng, 6>& B) const noexcept {
    // G is linear in q, except for the constant rows of lin, whose derivative is zero.
    rows(w, B);
    if constexpr (kind == PendulumRows::lin) B.template bottomRows<3>().setZero();
  }

 private:
  template <class Out> void weight(Out& f) const noexcept { f << 0, 0, -m1_ * g_, 0, 0, -m2_ * g_; }
  template <class Out> static void rows(const Vec<6>& q, Out& G) noexcept {
    const Vec<3> r1 = q.template head<3>(), r2 = q.template tail<3>();
    G.template block<1, 3>(0, 0) = 2 * r1.transpose();
    if constexpr (kind == PendulumRows::lin) {
      G.template block<3, 3>(1, 0).diagonal().setConstant(-2);
      G.template block<3, 3>(1, 3).diagonal().setConstant(1);
    } else {
      G.template block<1, 3>(1, 0) = 2 * (r1 - r2).transpose();
      G.template block<1, 3>(1, 3) = 2 * (r2 - r1).transpose();
      // d(r1 x r2) = -r2 x dr1 + r1 x dr2
      G.template block<3, 3>(2, 0) << 0, r2[2], -r2[1], -r2[2], 0, r2[0], r2[1], -r2[0], 0;
      G.template block<3, 3>(2, 3) << 0, -r1[2], r1[1], r1[2], 0, -r1[0], -r1[1], r1[0], 0;
    }
  }

  double m1_, m2_, g_, w0_;
};

struct SphericalPendulum {
  static constexpr Parameter parameters[] = {
      {"constraints", 0, "", "how the rod is closed", -1, 2, "lin|cross"},
      {"m1", 1, "kg", "mass at the middle", 0},
      {"m2", 1, "kg", "mass at the end", 0},
      {"g", 9.81, "m/s^2", "gravity along -z"},
      {"omega", 0.5, "rad/s", "initial rate about z"}};
  static std::shared_ptr<const EquationsOfMotion> make(const Parameters& p) {
    if (p["constraints"] == 0)
      return std::make_shared<const SphericalPendulumWith<PendulumRows::lin>>(p);
    return std::make_shared<const SphericalPendulumWith<PendulumRows::cross>>(p);
  }
};

// The same pendulum described by its end alone: M = m1/4 + m2, weight (m1/2 + m2) g, one row
// |r2|^2 - 4 l^2. Its single row makes the projection identity of ERRATA 001.2 one equation.
class SphericalPendulumEnd final : public DenseSystem<SphericalPendulumEnd, 3, 3, 1>,
                                   public Conservative {
 public:
  static constexpr Parameter parameters[] = {{"m1", 1, "kg", "mass at the middle", 0},
                                             {"m2", 1, "kg", "mass at the end", 0},
                                             {"g", 9.81, "m/s^2", "gravity along -z"},
                                             {"omega", 0.5, "rad/s", "initial rate about z"}};

  explicit SphericalPendulumEnd(const Parameters& p)
      : m_(0.25 * p["m1"] + p["m2"]), weight_((0.5 * p["m1"] + p["m2"]) * p["g"]), w0_(p["omega"]) {
    name({"x2", "y2", "z2"}, {"length"});
    measure_in("m");
    shape_.constant_mass = true;
    shape_.conservative = true;
    shape_.quadratic_constraints = true;
  }

  State initial() const override {
    State s = blank();
    s.q << 2, 0, 0;
    s.v << 0, 2 * w0_, 0;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override { return weight_ * p.q[2]; }
  const Conservative* conservative() const noexcept override { return this; }
  void discrete_force(const Between&, Vector& f, Scratch&) const noexcept override {
    OutVec<3>(f.data()) << 0, 0, -weight_;
  }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.set_zero();  // the weight is constant
  }
  void discrete_jacobian(const Between& b, linear::Patterned& G, Scratch&) const noexcept override {
    G.values() = b.q0 + b.q1;
  }

  void mass(const SizedPoint&, OutMat<3, 3> M) const noexcept { M.diagonal().setConstant(m_); }
  void force(const SizedPoint&, OutVec<3> f) const noexcept { f << 0, 0, -weight_; }
  void constraint(const SizedPoint& h, OutVec<1> g) const noexcept { g[0] = h.q.squaredNorm() - 4; }
  void jacobian(const SizedPoint& h, OutMat<1, 3> G) const noexcept { G = 2 * h.q.transpose(); }
  void curvature(const SizedPoint&, const Vec<3>& w, Mat<1, 3>& B) const noexcept {
    B = 2 * w.transpose();
  }

 private:
  double m_, weight_, w0_;
};

}  // namespace takt::problem
