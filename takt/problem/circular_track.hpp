// A point mass on a circular track under a radial load and a PI controller of its speed.
//
//   m q'' = F_R q/|q| + (k_p (v_ref - s) + k_i z) tau - 2 q lambda,   0 = x1^2 + x2^2 - 1
//   z' = v_ref - s
//
// Terms used: tau = (-x2, x1)/|q| tangent, s = v . tau speed, z the controller's integral; with
// n = q/|q| and r = |q|: dtau/dq = -n tau'/r, dn/dq = tau tau'/r.     000 sec. 4.1, ERRATA 000.9
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class CircularTrack final : public DenseSystem<CircularTrack, 2, 2, 1, 1>, public Energetic {
 public:
  static constexpr Parameter parameters[] = {{"m", 1, "kg", "mass", 0},
                                             {"v_ref", 1, "m/s", "demanded speed"},
                                             {"k_p", 10, "N s/m", "proportional gain"},
                                             {"k_i", 5, "N/m", "integral gain"},
                                             {"F_R", 10, "N", "radial load, outward"},
                                             {"v0", 0, "m/s", "initial speed"}};

  explicit CircularTrack(const Parameters& p)
      : m_(p["m"]), v_ref_(p["v_ref"]), k_p_(p["k_p"]), k_i_(p["k_i"]), F_R_(p["F_R"]),
        v0_(p["v0"]) {
    name({"x1", "x2"}, {"track"}, {"integral"});
    measure_in("m");
    shape_.constant_mass = true;
    shape_.quadratic_constraints = true;
  }

  State initial() const override {
    State s = blank();
    s.q << 1, 0;
    s.v << 0, v0_;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override { return -F_R_ * p.q.norm(); }
  const Energetic* energetic() const noexcept override { return this; }
  void power(const Point& p, ElementPower& out, Scratch& scratch) const noexcept override {
    const SizedPoint h(p);
    const Track k(h);
    out = {};
    out.potential = potential(p, scratch);
    out.largest = drive(h, k);
    out.element = 0;
    out.inputs = out.largest * h.v.dot(k.tau);
  }
  std::string name_of(const ElementPower&) const override { return "force of the controller"; }
  std::string unit_of(const ElementPower&) const override { return "N"; }

  void mass(const SizedPoint&, OutMat<2, 2> M) const noexcept { M.diagonal().setConstant(m_); }
  void force(const SizedPoint& h, OutVec<2> f) const noexcept {
    const Track k(h);
    f = F_R_ * k.n + drive(h, k) * k.tau;
  }
  void stiffness(const SizedPoint& h, OutMat<2, 2> K) const noexcept {
    const Track k(h);
    K = stiffness_direction(h, k) * k.tau.transpose();
  }
  void stiffness_product(const SizedPoint& h, const Vec<2>& w, OutVec<2>& y) const noexcept {
    const Track k(h);
    y = stiffness_direction(h, k) * k.tau.dot(w);
  }
  void damping(const SizedPoint& h, OutMat<2, 2> C) const noexcept {
    const Track k(h);
    C = k_p_ * k.tau * k.tau.transpose();
  }

  void constraint(const SizedPoint& h, OutVec<1> g) const noexcept { g[0] = h.q.squaredNorm() - 1; }
  void jacobian(const SizedPoint& h, OutMat<1, 2> G) const noexcept { G = 2 * h.q.transpose(); }
  void curvature(const SizedPoint&, const Vec<2>& w, Mat<1, 2>& B) const noexcept {
    B = 2 * w.transpose();
  }

  void auxiliary(const SizedPoint& h, OutVec<1> e) const noexcept {
    e[0] = v_ref_ - h.v.dot(Track(h).tau);
  }
  void auxiliary_jacobian(const SizedPoint& h, OutMat<1, 2> e_q, OutMat<1, 2> e_v,
                          OutMat<1, 1>) const noexcept {
    const Track k(h);
    e_q = (h.v.dot(k.n) / k.r) * k.tau.transpose();
    e_v = -k.tau.transpose();
  }
  void force_z(const SizedPoint& h, OutMat<2, 1> f_z) const noexcept { f_z = k_i_ * Track(h).tau; }

 private:
  struct Track {  // the polar frame at q
    double r;
    Vec<2> n, tau;
    explicit Track(const SizedPoint& h) noexcept : r(h.q.norm()), n(h.q / r), tau(-n[1], n[0]) {}
  };

  double drive(const SizedPoint& h, const Track& k) const noexcept {  // the controller's force
    return k_p_ * (v_ref_ - h.v.dot(k.tau)) + k_i_ * h.z[0];
  }
  // K = stiffness_direction tau': the forces change direction only by motion along the track.
  Vec<2> stiffness_direction(const SizedPoint& h, const Track& k) const noexcept {
    return (drive(h, k) * k.n - (F_R_ + k_p_ * h.v.dot(k.n)) * k.tau) / k.r;
  }

  double m_, v_ref_, k_p_, k_i_, F_R_, v0_;
};

}  // namespace takt::problem
