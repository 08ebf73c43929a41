// Forces on frames: f = W' N, with derivatives over the carriers p, e1, e2 first.
//
//   N = (F, W1'T, W2'T),   d(T, F) = by_place (dtheta, dp) + by_twist (dw, dv)
//
// where dtheta and dw follow from de1, de2 (attitude.hpp). What stands on e1 and e2, rows and
// columns, is made in the axes of the frame, where it is sparse, and turned into the world at last.
#include "takt/mechanism/natural/frame_forces.hpp"

namespace takt::mechanism::natural {
namespace {

using element::body_force_states;

Attitude::Forces in_world(const Mat3& R, const Attitude::Forces& b) noexcept {
  return {R * b.on_1, R * b.on_2};
}

// dN/d(p, e1, e2) or by their rates: blocks [force on][by], 0 p, 1 e1, 2 e2.
class FrameTangent {
 public:
  // D: d(T, F) by (theta or w, p or v). Turned: e1 and e2 count.
  FrameTangent(const Attitude& a, const Mat6& D, bool turned) noexcept
      : a_(a), count_(turned ? 3 : 1) {
    const Mat3 T_p = a.R.transpose() * D.topRightCorner<3, 3>();
    B_[0][0] = D.bottomRightCorner<3, 3>();
    for (int c = 0; c < 3; ++c) {
      const Attitude::Forces n = in_world(a.R, a.forces(T_p.col(c)));
      B_[1][0].col(c) = n.on_1;
      B_[2][0].col(c) = n.on_2;
    }
  }
  // The column of a change of e1 or e2 along an axis of the frame: what it does to T (in the axes
  // of the frame) and F, and to the forces at constant T.
  void set(int carrier, int axis, const Vec3& T, const Vec3& F, const Attitude::Forces* bent) {
    Attitude::Forces n = a_.forces(T);
    if (bent) {
      n.on_1 += bent->on_1;
      n.on_2 += bent->on_2;
    }
    n = in_world(a_.R, n);
    B_[0][carrier].col(axis) = F;
    B_[1][carrier].col(axis) = n.on_1;
    B_[2][carrier].col(axis) = n.on_2;
  }
  // A += -W' B W
  void add_to(const Equations& e, const FrameForce& f, linear::Patterned& A) const noexcept {
    const Combination* carrier = e.carriers.data() + f.first_carrier;
    for (int l = 0; l < count_; ++l)
      for (int k = 0; k < 3; ++k) {
        const Mat3 B = l == 0 ? B_[k][0] : Mat3(B_[k][l] * a_.R.transpose());
        for (const Weight& v : weights_of(e, carrier[l]))
          for (const Weight& w : weights_of(e, carrier[k]))
            add_block(A.values().data(), e.places[index(f.at + w.listed * f.entities + v.listed)],
                      -w.c * v.c, B);
      }
  }

 private:
  const Attitude& a_;
  int count_;
  Mat3 B_[3][3];
};

// What unit changes of e1 and e2 along the axes of the frame do.
struct Changes {
  Attitude::Change by[6];
  Changes(const FramePoint& h, const Vec3& torque) noexcept {
    const Mat3& R = h.attitude.R;
    const Vec3 de1 = R.transpose() * h.dy[1], de2 = R.transpose() * h.dy[2];
    const Vec3 T = R.transpose() * torque, none = Vec3::Zero();
    for (int c = 0; c < 3; ++c) {
      by[c] = h.attitude.change(Vec3::Unit(c), none, de1, de2, T);
      by[3 + c] = h.attitude.change(none, Vec3::Unit(c), de1, de2, T);
    }
  }
};

FrameTangent stiffness(const FramePoint& h, const Changes& changes,
                       const element::BodyForceOut& force) noexcept {
  const Mat3& R = h.attitude.R;
  FrameTangent K(h.attitude, force.by_place, true);
  const Mat3 T_theta = R.transpose() * force.by_place.topLeftCorner<3, 3>() * R,
             F_theta = force.by_place.bottomLeftCorner<3, 3>() * R;
  const bool spins = !force.by_twist.leftCols<3>().isZero(0);
  Mat3 T_w = Mat3::Zero(), F_w = Mat3::Zero();
  if (spins) {
    T_w = R.transpose() * force.by_twist.topLeftCorner<3, 3>() * R;
    F_w = force.by_twist.bottomLeftCorner<3, 3>() * R;
  }
  for (int j = 0; j < 6; ++j) {
    const Attitude::Change& c = changes.by[j];
    Vec3 T = T_theta * c.theta, F = F_theta * c.theta;
    if (spins) {
      T += T_w * c.w;
      F += F_w * c.w;
    }
    K.set(1 + j / 3, j % 3, T, F, &c.forces);
  }
  return K;
}

FrameTangent damping(const FramePoint& h, const Changes& changes,
                     const element::BodyForceOut& force) noexcept {
  const Mat3& R = h.attitude.R;
  const bool spins = !force.by_twist.leftCols<3>().isZero(0);
  FrameTangent C(h.attitude, force.by_twist, spins);
  if (!spins) return C;
  const Mat3 T_w = R.transpose() * force.by_twist.topLeftCorner<3, 3>() * R,
             F_w = force.by_twist.bottomLeftCorner<3, 3>() * R;
  for (int j = 0; j < 6; ++j)
    C.set(1 + j / 3, j % 3, T_w * changes.by[j].theta, F_w * changes.by[j].theta, nullptr);
  return C;
}

void add_states(const Equations& e, const FrameForce& f, const FramePoint& h,
                const Changes& changes, const element::BodyForceOut& force,
                const Forces& out) noexcept {
  const Mat3& R = h.attitude.R;
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  auto put = [&](linear::Patterned* A, int n, const Vec3* by) {
    if (!A) return;
    for (int k = 0; k < 3; ++k)
      for (const Weight& w : weights_of(e, carrier[k]))
        add_row(*A, e.places[index(f.at_z + n * f.entities + w.listed)], w.c * by[k]);
  };
  for (int n = 0; n < f.states; ++n) {
    const Vec6 by_z = force.by_z.col(n);
    const Attitude::Forces on = in_world(R, h.attitude.forces(R.transpose() * by_z.head<3>()));
    const Vec3 column[3] = {by_z.tail<3>(), on.on_1, on.on_2};
    put(out.f_z, n, column);
    if (!out.e_q) continue;
    const Vec6 place = force.e_place.row(n).transpose(), twist = force.e_twist.row(n).transpose();
    const Vec3 theta = R.transpose() * place.head<3>(), w = R.transpose() * twist.head<3>();
    Vec3 by_q[3] = {place.tail<3>(), Vec3::Zero(), Vec3::Zero()};
    Vec3 by_v[3] = {twist.tail<3>(), Vec3::Zero(), Vec3::Zero()};
    for (int j = 0; j < 6; ++j) {
      const Attitude::Change& c = changes.by[j];
      by_q[1 + j / 3] += (theta.dot(c.theta) + w.dot(c.w)) * R.col(j % 3);
      by_v[1 + j / 3] += w.dot(c.theta) * R.col(j % 3);
    }
    put(out.e_q, f.states + n, by_q);
    put(out.e_v, f.states + n, by_v);
    for (int k = 0; k < f.states; ++k)
      out.e_z->values()[e.e_z_places[index(body_force_states * (f.state + n) + k)]] +=
          force.e_z[n][k];
  }
}
static_assert(element::law_states == body_force_states);

}  // namespace

void add_wrench(const Equations& e, const FrameForce& f, const Attitude& a, const Vec6& wrench,
                Vector& out) noexcept {
  const Attitude::Forces n = in_world(a.R, a.forces(a.R.transpose() * wrench.head<3>()));
  const Vec3 on[3] = {wrench.tail<3>(), n.on_1, n.on_2};
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (int k = 0; k < 3; ++k)
    for (const Weight& w : weights_of(e, carrier[k])) add_to(out, w.entity, w.c * on[k]);
}

void add(const Equations& e, const FrameForce& f, const Point& p, const Forces& out) noexcept {
  linear::Patterned* const K = f.explicit_only ? nullptr : out.K;
  linear::Patterned* const C = f.explicit_only ? nullptr : out.C;
  const FramePoint h(e, f, p.q.data(), p.v.data(), p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  if (out.f) add_wrench(e, f, h.attitude, force.wrench, *out.f);
  if (out.e)
    for (int k = 0; k < f.states; ++k) (*out.e)[f.state + k] = force.e[k];
  const bool states = (out.f_z || out.e_q) && f.states > 0;
  if (!(K || C || out.K_all || states)) return;
  f.force->derivatives(h.in, force);
  const Changes changes(h, force.wrench.head<3>());
  if (K || out.K_all) {
    const FrameTangent B = stiffness(h, changes, force);
    if (K) B.add_to(e, f, *K);
    if (out.K_all) B.add_to(e, f, *out.K_all);
  }
  if (C) damping(h, changes, force).add_to(e, f, *C);
  if (states) add_states(e, f, h, changes, force, out);
}

void add_stiffness_product(const Equations& e, const FrameForce& f, const Point& p,
                           Vector& y) noexcept {
  const FramePoint h(e, f, p.q.data(), p.v.data(), p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  f.force->derivatives(h.in, force);
  const Mat3& R = h.attitude.R;
  const Vec3 de1 = R.transpose() * h.dy[1], de2 = R.transpose() * h.dy[2];
  const Attitude::Change c =
      h.attitude.change(de1, de2, de1, de2, R.transpose() * force.wrench.head<3>());
  Vec6 place, twist;
  place << R * c.theta, h.dy[0];
  twist << R * c.w, Vec3::Zero();
  const Vec6 change = force.by_place * place + force.by_twist * twist;
  add_wrench(e, f, h.attitude, -change, y);
  const Attitude::Forces bent = in_world(R, c.forces);
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (const Weight& w : weights_of(e, carrier[1])) add_to(y, w.entity, -w.c * bent.on_1);
  for (const Weight& w : weights_of(e, carrier[2])) add_to(y, w.entity, -w.c * bent.on_2);
}

}  // namespace takt::mechanism::natural
