// Body forces in joint coordinates: their wrenches, derivatives and auxiliary states.
#include "takt/base/simd.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

Vec6 about_origin(const Vec6& wrench, const Vec3& r) noexcept {
  Vec6 W = wrench;
  W.head<3>() += rotation::cross(r, wrench.tail<3>());
  return W;
}

using Both = simd::baseline::Two;  // one value for each state
static_assert(element::body_force_states == 2);

}  // namespace

// The arguments of a body force; copies its signals to the workspace.
element::BodyForceIn TreeMechanism::body_force_input(const BodyElement& e, const Point& p,
                                                     Work& w) const noexcept {
  pick_signals(model_->forces[at(e.force)], p, w);
  const Frame pose = pose_of(w.world, e.link, e.frame);  // from o
  const Vec6& V = w.world.twist(e.group);
  const Vec3 velocity = V.tail<3>() + rotation::cross(V.head<3>(), pose.p);
  return {pose.R, pose.p + w.world.o, V.head<3>(), velocity, p.z.data() + e.z, w.u, w.du};
}

void TreeMechanism::push(const BodyElement& e, const Point& p, Vector& f, Work& w) const noexcept {
  const element::BodyForceIn in = body_force_input(e, p, w);
  model_->forces[at(e.force)].body_force->force(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench, in.p - w.world.o);
  for (int k : e.columns) f[k] += W.dot(w.world.S(k));
}

void TreeMechanism::load(const BodyElement& e, const Point& p, Work& w) const noexcept {
  if (e.group < 0) return;
  const element::BodyForceIn in = body_force_input(e, p, w);
  model_->forces[at(e.force)].body_force->force(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench, in.p - w.world.o);
  for (int k = 0; k < 6; ++k) w.wrench[at(6 * e.group + k)] += W[k];
}

void TreeMechanism::evaluate_body_force(const BodyElement& e, const Point& p, Need need, Terms& out,
                                        const BatchedTree::Wanted* want, Work& w) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  const element::BodyForceIn in = body_force_input(e, p, w);
  const Vec3 r = in.p - w.world.o;
  element::BodyForceOut& b = w.body_force;
  const int Z = f.body_force->states();
  const bool matrices = want && (want->K || want->C);
  const bool states = Z > 0 && ((need & Term::f_z) || (need & Term::e_qvz));
  if (matrices || states)
    f.body_force->force_and_derivatives(in, b);
  else
    f.body_force->force(in, b);
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[e.z + z] = b.e[z];
  if (want) {
    const bool known = !matrices || !f.explicit_only || (need & Term::K_full);
    const kernel::Load load{b.wrench.data(),
                            r.data(),
                            in.w.data(),
                            in.v.data(),
                            matrices ? b.by_place.data() : nullptr,
                            b.by_twist.data()};
    batches_.put(static_cast<int>(&e - body_forces_.data()), known ? &load : nullptr, w.batches);
  }
  if (states) evaluate_states(e, need, in, out, w);
}

// The derivatives by and of the auxiliary states of a body force, for each column of its path:
//
//   f_z = S.by_z,   e_v = S.twist,   e_q = S.place + psi.twist
//
// Column k moves the frame by X S, where X transforms to the point r, and changes its twist by
// X (S x V + psi) + (0, w x (X S)_tail). The factors of S and psi are the same for all columns.
void TreeMechanism::evaluate_states(const BodyElement& e, Need need, const element::BodyForceIn& in,
                                    Terms& out, Work& w) const noexcept {
  const element::BodyForceOut& b = w.body_force;
  const Vec3 r = in.p - w.world.o;
  const Vec6& V = w.world.twist(e.group);
  const Vec3 w_o = V.head<3>(), v_o = V.tail<3>();
  const int Z = model_->forces[at(e.force)].body_force->states();
  Both acts_S[6] = {}, place_S[6] = {}, twist_S[6] = {};
  for (int z = 0; z < Z; ++z) {
    const Vec6 twist = b.e_twist.row(z).transpose();
    Vec6 place = b.e_place.row(z).transpose();
    place.tail<3>() += rotation::cross(twist.tail<3>(), in.w);
    const Vec6 t = about_origin(twist, r);
    Vec6 p_o = about_origin(place, r);
    p_o.head<3>() += rotation::cross(w_o, t.head<3>()) + rotation::cross(v_o, t.tail<3>());
    p_o.tail<3>() += rotation::cross(w_o, t.tail<3>());
    const Vec6 f = about_origin(b.by_z.col(z), r);
    for (int i = 0; i < 6; ++i) {
      acts_S[i][z] = f[i];
      place_S[i][z] = p_o[i];
      twist_S[i][z] = t[i];
    }
  }
  const bool acts = need & Term::f_z, changes = need & Term::e_qvz;
  double *f_z = out.f_z.values().data(), *e_q = out.e_q.values().data();
  double* const e_v = out.e_v.values().data();
  const std::size_t n = e.columns.size();
  for (std::size_t k = 0; k < n; ++k) {
    const double *S = w.world.S(e.columns[k]).data(), *psi = w.world.psi(e.columns[k]).data();
    Both f{}, q{}, v{};
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      f += S[i] * acts_S[i];
      q += S[i] * place_S[i] + psi[i] * twist_S[i];
      v += S[i] * twist_S[i];
    }
    const auto put = [&](std::size_t z, double by_f, double by_q, double by_v) {
      if (acts) f_z[e.fz_place[z * n + k]] = by_f;
      if (!changes) return;
      const int to = e.eq_place[k * at(Z) + z];
      e_q[to] = by_q;
      e_v[to] = by_v;
    };
    put(0, f[0], q[0], v[0]);
    if (Z == 2) put(1, f[1], q[1], v[1]);
  }
  if (changes)
    for (int z = 0; z < Z; ++z)
      for (int y = 0; y < Z; ++y) out.e_z.dense()(e.z + z, e.z + y) = b.e_z[z][y];
}

}  // namespace takt::mechanism
