// Base of small hand-written systems: fixed sizes inside, the interface EquationsOfMotion outside.
//
// To write a system, derive `struct X : DenseSystem<X, nq, nv, ng, nz, nu>` and write those of the
// functions below that are not zero. Each gets the point of evaluation as a SizedPoint. Names follow
// eom/terms.hpp.
//
//   mass(h, M)                  M, which is zero before the call
//   force(h, f)                 f
//   stiffness(h, K)             -df/dq of the terms kept in the Jacobian
//   stiffness_product(h, w, y)  K w without forming K
//   stiffness_rest(h, K)        -df/dq of the terms left out (partitioning); default none
//   damping(h, C)               -df/dv
//   mass_gradient(h, D)         d(M(q) a)/dq at fixed a; default none
//   constraint(h, g)            g
//   jacobian(h, G)              G
//   velocity_rest(h, gI)        gI
//   velocity_rest_q(h, J)       d(gI)/dq
//   acceleration_rest(h, y)     d(gI)/dt at fixed q
//   curvature(h, w, B)          d(G w)/dq at fixed w
//   reaction_gradient(h, l, D)  d(G' l)/dq; default from the curvature, which is symmetric when G
//                               is a gradient in plain coordinates
//   auxiliary(h, e), auxiliary_jacobian(h, e_q, e_v, e_z), force_z(h, f_z)
//   force_by_time(h, y)         f_u u' + f_u' u'' of the terms kept in the Jacobian
#pragma once

#include <span>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::problem {

template <class Self, int nq_, int nv_, int ng_, int nz_ = 0, int nu_ = 0>
class DenseSystem : public EquationsOfMotion {
 public:
  static constexpr int nq = nq_, nv = nv_, ng = ng_, nz = nz_, nu = nu_;
  template <int n> using Vec = Eigen::Matrix<double, n, 1>;
  template <int r, int c> using Mat = Eigen::Matrix<double, r, c>;
  template <int n> using In = Eigen::Map<const Vec<n>>;
  template <int n> using OutVec = Eigen::Map<Vec<n>>;
  template <int r, int c> using OutMat = Eigen::Map<Mat<r, c>>;

  struct SizedPoint {  // the point of evaluation with fixed sizes
    In<nq> q;
    In<nv> v, a;
    In<ng> lambda;
    In<nz> z;
    In<nu> u, du, ddu;
    explicit SizedPoint(const Point& p) noexcept
        : q(p.q.data()), v(p.v.data()), a(p.a.data()), lambda(p.lambda.data()), z(p.z.data()),
          u(p.u.u.data()), du(p.u.du.data()), ddu(p.u.ddu.data()) {}
  };

  const Shape& shape() const noexcept final { return shape_; }
  const Names& names() const noexcept final { return names_; }

  void excite(double t, std::span<const double>, Excitation& x) const noexcept final {
    if constexpr (nu > 0) {
      OutVec<nu> u(x.u.data()), du(x.du.data()), ddu(x.ddu.data());
      self().excitation(t, u, du, ddu);
    }
  }

  void evaluate(const Point& p, Need need, Terms& out, Scratch&) const noexcept final {
    const SizedPoint h(p);
    const Self& s = self();
    if (need & Term::M) s.mass(h, zeroed<nv, nv>(out.M));
    if (need & Term::f) s.force(h, vec<nv>(out.f));
    if (need & Term::K) s.stiffness(h, zeroed<nv, nv>(out.K));
    if (need & Term::C) s.damping(h, zeroed<nv, nv>(out.C));
    if (need & Term::K_v) {
      OutVec<nv> y = vec<nv>(out.K_v);
      s.stiffness_product(h, Vec<nv>(h.v), y);
    }
    if constexpr (ng > 0) {
      if (need & Term::g) s.constraint(h, vec<ng>(out.g));
      if (need & Term::G) s.jacobian(h, zeroed<ng, nv>(out.G));
      if (need & Term::gI) s.velocity_rest(h, vec<ng>(out.gI));
      if ((need & Term::gamma) || (need & Term::Gv_q)) {
        Mat<ng, nv> B = Mat<ng, nv>::Zero(), J = Mat<ng, nv>::Zero();
        curvature_of(h, Vec<nv>(h.v), B);
        s.velocity_rest_q(h, J);
        if (need & Term::Gv_q) OutMat<ng, nv>(out.Gv_q.values().data()) = B + J;
        if (need & Term::gamma) {  // d/dt (G v + gI) - G v'
          OutVec<ng> gamma = vec<ng>(out.gamma);
          Vec<ng> rest = Vec<ng>::Zero();
          OutVec<ng> r(rest.data());
          s.acceleration_rest(h, r);
          gamma = B * h.v + 2 * (J * h.v) + rest;
        }
      }
      if (need & Term::K_lambda) {
        Mat<nv, nv> D = Mat<nv, nv>::Zero();
        s.reaction_gradient(h, Vec<ng>(h.lambda), D);
        OutMat<nv, nv>(out.K_lambda.values().data()) = D;
      }
      if (need & Term::lambda_t) {  // dG/dt = d(gI)/dq: both are mixed derivatives of g
        Mat<ng, nv> J = Mat<ng, nv>::Zero();
        s.velocity_rest_q(h, J);
        vec<nv>(out.lambda_t) = J.transpose() * h.lambda;
      }
      if (need & Term::K_lambda_v) {
        OutVec<nv> y = vec<nv>(out.K_lambda_v);
        s.reaction_product(h, Vec<ng>(h.lambda), Vec<nv>(h.v), y);
      }
    } else {
      if (need & Term::K_lambda) out.K_lambda.set_zero();
      if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
      if (need & Term::lambda_t) out.lambda_t.setZero();
    }
    if (need & Term::f_t) {
      out.f_t.setZero();
      out.e_t.setZero();
      OutVec<nv> y = vec<nv>(out.f_t);
      if constexpr (nu > 0) s.force_by_time(h, y);
    }
    if (need & Term::K_full) {
      Mat<nv, nv> K = Mat<nv, nv>::Zero(), part = Mat<nv, nv>::Zero();
      OutMat<nv, nv> K_map(K.data()), part_map(part.data());
      s.stiffness(h, K_map);
      s.stiffness_rest(h, part_map);
      K += part;
      part.setZero();
      s.mass_gradient(h, part_map);
      K += part;
      if constexpr (ng > 0) {
        part.setZero();
        s.reaction_gradient(h, Vec<ng>(h.lambda), part);
        K += part;
      }
      OutMat<nv, nv>(out.K_full.values().data()) = K;
    }
    if constexpr (nz > 0) {
      if (need & Term::e) s.auxiliary(h, vec<nz>(out.e));
      if (need & Term::e_qvz) {
        s.auxiliary_jacobian(h, zeroed<nz, nv>(out.e_q), zeroed<nz, nv>(out.e_v),
                             zeroed<nz, nz>(out.e_z));
      }
      if (need & Term::f_z) s.force_z(h, zeroed<nv, nz>(out.f_z));
    }
  }

  // Defaults: the term is zero, or follows from others.
  void stiffness(const SizedPoint&, OutMat<nv, nv>) const noexcept {}
  void stiffness_rest(const SizedPoint&, OutMat<nv, nv>) const noexcept {}
  void stiffness_product(const SizedPoint& h, const Vec<nv>& w, OutVec<nv>& y) const noexcept {
    Mat<nv, nv> K = Mat<nv, nv>::Zero();
    self().stiffness(h, OutMat<nv, nv>(K.data()));
    y = K * w;
  }
  void damping(const SizedPoint&, OutMat<nv, nv>) const noexcept {}
  void force_by_time(const SizedPoint&, OutVec<nv>&) const noexcept {}
  void mass_gradient(const SizedPoint&, OutMat<nv, nv>) const noexcept {}
  void velocity_rest(const SizedPoint&, OutVec<ng> gI) const noexcept { gI.setZero(); }
  void velocity_rest_q(const SizedPoint&, Mat<ng, nv>&) const noexcept {}
  void acceleration_rest(const SizedPoint&, OutVec<ng>&) const noexcept {}
  // K_lambda w = sum_i lambda_i H_i w = (d(G w)/dq)' lambda, because Hessians H_i are symmetric.
  void reaction_product(const SizedPoint& h, const Vec<ng>& l, const Vec<nv>& w,
                        OutVec<nv>& y) const noexcept {
    if (self().symmetric_curvature()) {
      Mat<ng, nv> B = Mat<ng, nv>::Zero();
      curvature_of(h, w, B);
      y = B.transpose() * l;
    } else {
      Mat<nv, nv> D = Mat<nv, nv>::Zero();
      self().reaction_gradient(h, l, D);
      y = D * w;
    }
  }
  void reaction_gradient(const SizedPoint& h, const Vec<ng>& l, Mat<nv, nv>& D) const noexcept {
    for (int j = 0; j < nv; ++j) {
      Mat<ng, nv> B = Mat<ng, nv>::Zero();
      curvature_of(h, Vec<nv>::Unit(j), B);
      D.col(j) = B.transpose() * l;
    }
  }
  bool symmetric_curvature() const noexcept { return shape_.plain_coordinates; }

 protected:
  DenseSystem() {
    shape_.nq = nq;
    shape_.nv = nv;
    shape_.ng = ng;
    shape_.nz = nz;
    shape_.nu = nu;
    shape_.plain_coordinates = nq == nv;
    shape_.row_level.assign(ng, RowLevel::position);
    shape_.analytic = all_terms;
  }

  State blank() const {
    State s;
    s.q = Vector::Zero(nq);
    s.v = Vector::Zero(nv);
    s.a = Vector::Zero(nv);
    s.lambda = Vector::Zero(ng);
    s.z = Vector::Zero(nz);
    return s;
  }

  void name(std::vector<std::string> q, std::vector<std::string> rows,
            std::vector<std::string> z = {}, std::vector<std::string> outputs = {}) {
    names_.q = q;
    names_.v = std::move(q);
    names_.rows = std::move(rows);
    names_.z = std::move(z);
    names_.outputs = std::move(outputs);
    shape_.outputs = static_cast<Index>(names_.outputs.size());
  }

  // Sets the unit of all coordinates, "m" or "rad".
  void measure_in(const std::string& unit) {
    names_.q_units.assign(names_.q.size(), unit);
    names_.v_units.assign(names_.v.size(), unit + "/s");
  }

  Shape shape_;
  Names names_;

 private:
  const Self& self() const noexcept { return static_cast<const Self&>(*this); }

  void curvature_of(const SizedPoint& h, const Vec<nv>& w, Mat<ng, nv>& B) const noexcept {
    self().curvature(h, w, B);
  }

  template <int n> static OutVec<n> vec(Vector& x) noexcept { return OutVec<n>(x.data()); }
  template <int r, int c> static OutMat<r, c> zeroed(linear::Patterned& A) noexcept {
    OutMat<r, c> out(A.values().data());
    out.setZero();
    return out;
  }
};

}  // namespace takt::problem
