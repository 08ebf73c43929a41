// Body forces in joint coordinates: what they load the tree with.
#include "takt/mechanism/joint/joint_work.hpp"

namespace takt::mechanism {
namespace {

Vec6 about_origin(const Vec6& wrench, const Vec3& r) noexcept {
  Vec6 W = wrench;
  W.head<3>() += rotation::cross(r, wrench.tail<3>());
  return W;
}

}  // namespace

// What a body force sees; its signals are put into the workspace.
element::BodyForceIn JointMechanism::body_force_input(const BodyElement& e, const Point& p,
                                                      Work& w) const noexcept {
  pick_signals(model_->forces[at(e.force)], p, w);
  const Frame pose = pose_of(w.world, e.link, e.frame);  // from o
  const Vec6& V = w.world.twist(e.group);
  const Vec3 velocity = V.tail<3>() + rotation::cross(V.head<3>(), pose.p);
  return {pose.R, pose.p + w.world.o, V.head<3>(), velocity, p.z.data() + e.z, w.u, w.du};
}

void JointMechanism::push(const BodyElement& e, const Point& p, Vector& f, Work& w) const noexcept {
  const element::BodyForceIn in = body_force_input(e, p, w);
  model_->forces[at(e.force)].body_force->force(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench, in.p - w.world.o);
  for (int k : e.columns) f[k] += W.dot(w.world.S(k));
}

void JointMechanism::load(const BodyElement& e, const Point& p, Work& w) const noexcept {
  if (e.group < 0) return;
  const element::BodyForceIn in = body_force_input(e, p, w);
  model_->forces[at(e.force)].body_force->force(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench, in.p - w.world.o);
  for (int k = 0; k < 6; ++k) w.wrench[at(6 * e.group + k)] += W[k];
}

void JointMechanism::evaluate_body_force(const BodyElement& e, const Point& p, Need need,
                                         Terms& out, const Packs::Wanted* want,
                                         Work& w) const noexcept {
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
    packs_.put(static_cast<int>(&e - body_forces_.data()), known ? &load : nullptr, w.packs);
  }
  if (!states) return;
  if (need & Term::f_z) {
    const int* to = e.fz_place.data();
    for (int z = 0; z < Z; ++z) {
      const Vec6 by_z = about_origin(b.by_z.col(z), r);
      for (int k : e.columns) out.f_z.values()[*to++] = by_z.dot(w.world.S(k));
    }
  }
  if (need & Term::e_qvz) {
    // Column k moves the frame by X S, X to r, and changes its twist by X (S x V + psi) + (0, w x
    // (X S)_tail): what stands before S and psi is the same for all columns.
    const Vec6& V = w.world.twist(e.group);
    const Vec3 w_o = V.head<3>(), v_o = V.tail<3>();
    Vec6 before_S[element::body_force_states], before_psi[element::body_force_states];
    for (int z = 0; z < Z; ++z) {
      const Vec6 twist = b.e_twist.row(z).transpose();
      Vec6 place = b.e_place.row(z).transpose();
      place.tail<3>() += rotation::cross(twist.tail<3>(), in.w);
      const Vec6 t = about_origin(twist, r);
      Vec6 p_o = about_origin(place, r);
      p_o.head<3>() += rotation::cross(w_o, t.head<3>()) + rotation::cross(v_o, t.tail<3>());
      p_o.tail<3>() += rotation::cross(w_o, t.tail<3>());
      before_S[z] = p_o;
      before_psi[z] = t;
    }
    const int* to = e.eq_place.data();
    for (int k : e.columns) {
      const Vec6 &S = w.world.S(k), &psi = w.world.psi(k);
      for (int z = 0; z < Z; ++z) {
        out.e_q.values()[*to] = before_S[z].dot(S) + before_psi[z].dot(psi);
        out.e_v.values()[*to++] = before_psi[z].dot(S);
      }
    }
    for (int z = 0; z < Z; ++z)
      for (int y = 0; y < Z; ++y) out.e_z.dense()(e.z + z, e.z + y) = b.e_z[z][y];
  }
}

}  // namespace takt::mechanism
