#include "takt/eom/differences.hpp"

#include <cmath>

#include "takt/linear/entries.hpp"

namespace takt {
namespace {

const double cube_root_eps = std::cbrt(2.220446049250313e-16);

void set_column(linear::Patterned& A, Index j, const Vector& x) noexcept {
  linear::each_in_column(A.pattern(), j, [&](int i, int k) { A.values()[k] = x[i]; });
}

}  // namespace

Differences::Differences(const EquationsOfMotion& system)
    : system_(system), side_{make_terms(system.shape()), make_terms(system.shape())} {
  const Shape& s = system.shape();
  u_ = {Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.nu)};
  q_ = Vector::Zero(s.nq);
  dq_ = Vector::Zero(s.nv);
  v_ = Vector::Zero(s.nv);
  z_ = Vector::Zero(s.nz);
  const Index longest = std::max({s.nv, s.ng, s.nz});
  for (int k : {0, 1}) {
    r_[k] = Vector::Zero(s.nv);
    w_[k] = Vector::Zero(longest);
  }
}

void Differences::probe(const Point& p, Need need, const Vector& q, const Vector& v,
                        const Vector& z, int side, Scratch& scratch) noexcept {
  system_.evaluate(Point{q, v, p.a, p.lambda, z, p.u}, need, side_[side], scratch);
  ++calls_;
}

int Differences::evaluate(const Point& p, Need need, Terms& out, Scratch& scratch) noexcept {
  calls_ = 0;
  if ((need & Term::K) || (need & Term::K_lambda) || (need & Term::K_full) || (need & Term::Gv_q) ||
      (need & Term::e_qvz))
    by_position(p, need, out, scratch);
  if ((need & Term::C) || (need & Term::e_qvz)) by_velocity(p, need, out, scratch);
  if ((need & Term::f_z) || (need & Term::e_qvz)) by_auxiliary(p, need, out, scratch);
  if ((need & Term::K_v) || (need & Term::K_lambda_v)) along_velocity(p, need, out, scratch);
  if (need & Term::gamma) along_motion(p, out, scratch);
  if ((need & Term::f_t) || (need & Term::lambda_t)) by_time(p, need, out, scratch);
  // No differences with respect to lambda: force laws that depend on it must provide f_lambda.
  if (need & Term::f_lambda) out.f_lambda.set_zero();
  return calls_;
}

void Differences::balance(const Point& p, int k, Vector& r) const noexcept {
  r = -side_[k].f;
  side_[k].M.multiply_add(1, p.a, r);
  side_[k].G.multiply_transposed_add(1, p.lambda, r);
}

void Differences::by_position(const Point& p, Need need, Terms& out, Scratch& scratch) noexcept {
  const Shape& s = system_.shape();
  const Need wanted = Term::M | Term::f | Term::G | Term::gI | Term::e;
  system_.magnitude(p.q, v_);
  for (Index j = 0; j < s.nv; ++j) {
    const double eps = cube_root_eps * std::max(1.0, v_[j]);
    for (int k : {0, 1}) {
      dq_.setZero();
      dq_[j] = k == 0 ? -eps : eps;
      system_.retract(p.q, dq_, q_);
      probe(p, wanted, q_, p.v, p.z, k, scratch);
    }
    const double d = 1 / (2 * eps);
    if (need & Term::K) {
      r_[0] = (side_[0].f - side_[1].f) * d;
      set_column(out.K, j, r_[0]);
    }
    if (need & Term::K_lambda) {
      r_[0].setZero();
      side_[1].G.multiply_transposed_add(d, p.lambda, r_[0]);
      side_[0].G.multiply_transposed_add(-d, p.lambda, r_[0]);
      set_column(out.K_lambda, j, r_[0]);
    }
    if (need & Term::K_full) {
      for (int k : {0, 1}) balance(p, k, r_[k]);
      r_[0] = (r_[1] - r_[0]) * d;
      set_column(out.K_full, j, r_[0]);
    }
    if (need & Term::Gv_q) {
      w_[0].head(s.ng) = (side_[1].gI - side_[0].gI) * d;
      side_[1].G.multiply_add(d, p.v, w_[0]);
      side_[0].G.multiply_add(-d, p.v, w_[0]);
      set_column(out.Gv_q, j, w_[0]);
    }
    if (need & Term::e_qvz) {
      w_[0].head(s.nz) = (side_[1].e - side_[0].e) * d;
      set_column(out.e_q, j, w_[0]);
    }
  }
}

void Differences::by_velocity(const Point& p, Need need, Terms& out, Scratch& scratch) noexcept {
  const Shape& s = system_.shape();
  for (Index j = 0; j < s.nv; ++j) {
    const double eps = cube_root_eps * std::max(1.0, std::abs(p.v[j]));
    for (int k : {0, 1}) {
      v_ = p.v;
      v_[j] += k == 0 ? -eps : eps;
      probe(p, Term::f | Term::e, p.q, v_, p.z, k, scratch);
    }
    const double d = 1 / (2 * eps);
    if (need & Term::C) {
      r_[0] = (side_[0].f - side_[1].f) * d;
      set_column(out.C, j, r_[0]);
    }
    if (need & Term::e_qvz) {
      w_[0].head(s.nz) = (side_[1].e - side_[0].e) * d;
      set_column(out.e_v, j, w_[0]);
    }
  }
}

void Differences::by_auxiliary(const Point& p, Need need, Terms& out, Scratch& scratch) noexcept {
  const Shape& s = system_.shape();
  for (Index j = 0; j < s.nz; ++j) {
    const double eps = cube_root_eps * std::max(1.0, std::abs(p.z[j]));
    for (int k : {0, 1}) {
      z_ = p.z;
      z_[j] += k == 0 ? -eps : eps;
      probe(p, Term::f | Term::e, p.q, p.v, z_, k, scratch);
    }
    const double d = 1 / (2 * eps);
    if (need & Term::f_z) {
      r_[0] = (side_[1].f - side_[0].f) * d;
      set_column(out.f_z, j, r_[0]);
    }
    if (need & Term::e_qvz) {
      w_[0].head(s.nz) = (side_[1].e - side_[0].e) * d;
      set_column(out.e_z, j, w_[0]);
    }
  }
}

void Differences::along_velocity(const Point& p, Need need, Terms& out, Scratch& scratch) noexcept {
  const double size = max_norm(p.v);
  const double eps = cube_root_eps / std::max(1e-3, size);
  for (int k : {0, 1}) {
    dq_ = p.v * (k == 0 ? -eps : eps);
    system_.retract(p.q, dq_, q_);
    probe(p, Term::f | Term::G, q_, p.v, p.z, k, scratch);
  }
  const double d = 1 / (2 * eps);
  if (need & Term::K_v) out.K_v = (side_[0].f - side_[1].f) * d;
  if (need & Term::K_lambda_v) {
    out.K_lambda_v.setZero();
    side_[1].G.multiply_transposed_add(d, p.lambda, out.K_lambda_v);
    side_[0].G.multiply_transposed_add(-d, p.lambda, out.K_lambda_v);
  }
}

// gamma = d/dt (G v + gI) at fixed v, along q' = v and u(t).
void Differences::along_motion(const Point& p, Terms& out, Scratch& scratch) noexcept {
  const double eps = cube_root_eps / std::max(1.0, max_norm(p.v));
  for (int k : {0, 1}) {
    const double h = k == 0 ? -eps : eps;
    dq_ = p.v * h;
    system_.retract(p.q, dq_, q_);
    excite_later(p.u, h);
    system_.evaluate(Point{q_, p.v, p.a, p.lambda, p.z, u_}, Term::G | Term::gI, side_[k], scratch);
    ++calls_;
  }
  const double d = 1 / (2 * eps);
  out.gamma = (side_[1].gI - side_[0].gI) * d;
  side_[1].G.multiply_add(d, p.v, out.gamma);
  side_[0].G.multiply_add(-d, p.v, out.gamma);
}

void Differences::excite_later(const Excitation& now, double h) noexcept {
  u_.u = now.u + h * now.du + (0.5 * h * h) * now.ddu;
  u_.du = now.du + h * now.ddu;
  u_.ddu = now.ddu;
}

// f_t, e_t and d(G' lambda)/dt at fixed q, v and z, along u(t).
void Differences::by_time(const Point& p, Need need, Terms& out, Scratch& scratch) noexcept {
  for (int k : {0, 1}) {
    excite_later(p.u, k == 0 ? -cube_root_eps : cube_root_eps);
    system_.evaluate(Point{p.q, p.v, p.a, p.lambda, p.z, u_}, Term::f | Term::e | Term::G, side_[k],
                     scratch);
    ++calls_;
  }
  const double d = 1 / (2 * cube_root_eps);
  if (need & Term::f_t) {
    out.f_t = (side_[1].f - side_[0].f) * d;
    out.e_t = (side_[1].e - side_[0].e) * d;
  }
  if (need & Term::lambda_t) {
    out.lambda_t.setZero();
    side_[1].G.multiply_transposed_add(d, p.lambda, out.lambda_t);
    side_[0].G.multiply_transposed_add(-d, p.lambda, out.lambda_t);
  }
}

}  // namespace takt
