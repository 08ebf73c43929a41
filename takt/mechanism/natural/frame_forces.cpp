// Body forces on frames: f = W' N. Derivatives are first taken by the carriers p, e1, e2.
//
//   N = (F, W1'T, W2'T),   d(T, F) = by_place (dtheta, dp) + by_twist (dw, dv)
//
// where dtheta and dw follow from de1, de2 (attitude.hpp). The rows and columns of e1 and e2 are
// computed in the axes of the frame, where they are sparse, and then turned to world axes.
#include "takt/mechanism/natural/frame_forces.hpp"

namespace takt::mechanism::natural {
namespace {

using element::body_force_states;

Attitude::Forces in_world(const Mat3& R, const Attitude::Forces& b) noexcept {
  return {R * b.on_1, R * b.on_2};
}

using Derivatives = Attitude::Derivatives;

void differentiate(const FramePoint& h, const Vec3& torque, Derivatives& d) noexcept {
  const auto inside = h.attitude.R.transpose();
  h.attitude.derivatives(inside * h.dy[1], inside * h.dy[2], inside * torque, d);
}

// The left half (angular columns) of by_place or by_twist, with its columns in the axes of the
// frame; the rows of T are in these axes too.
struct Turned {
  Mat3 T, F;
  bool zero;
  Turned(const Mat3& R, const Mat6& D) noexcept {
    zero = true;
    for (int k = 0; k < 18; ++k) zero = zero && D.data()[k] == 0;
    if (zero) return;
    T.noalias() = R.transpose() * (D.topLeftCorner<3, 3>() * R);
    F.noalias() = D.bottomLeftCorner<3, 3>() * R;
  }
};

// dN/d(p, e1, e2), or the derivative by their rates: blocks [force on][by], 0 p, 1 e1, 2 e2.
struct FrameTangent {
  Mat3 B[3][3];
  int count = 1;  // columns; only that of p if the rotation has no effect

  FrameTangent(const Attitude& a, const Mat6& D) noexcept {
    const Mat3 T = a.R.transpose() * D.topRightCorner<3, 3>();
    B[0][0] = D.bottomRightCorner<3, 3>();
    Mat3 on_1, on_2;
    for (int c = 0; c < 3; ++c) {
      const Attitude::Forces n = a.forces(T.col(c));
      on_1.col(c) = n.on_1;
      on_2.col(c) = n.on_2;
    }
    B[1][0].noalias() = a.R * on_1;
    B[2][0].noalias() = a.R * on_2;
  }
  // Sets the columns of e1 and e2 from derivatives by the parameters of the attitude.
  void turn(const Attitude& a, const Vec3* F, const Vec3* on_1, const Vec3* on_2) noexcept {
    count = 3;
    const Vec3* const rows[3] = {F, on_1, on_2};
    for (int k = 0; k < 3; ++k) {
      Mat3 by[2];
      a.by_vectors(rows[k], by[0], by[1]);
      for (int l : {0, 1}) {
        const Mat3 turned = by[l] * a.R.transpose();
        if (k == 0)
          B[0][l + 1] = turned;
        else
          B[k][l + 1].noalias() = a.R * turned;
      }
    }
  }
  // A += -c W' B W
  void add_to(const Equations& e, const FrameForce& f, linear::Patterned& A,
              double c = 1) const noexcept {
    const Combination* carrier = e.carriers.data() + f.first_carrier;
    for (int l = 0; l < count; ++l)
      for (const Weight& v : weights_of(e, carrier[l]))
        for (int k = 0; k < 3; ++k)
          for (const Weight& w : weights_of(e, carrier[k]))
            add_block(A.values().data(), e.places[f.at + w.listed * f.entities + v.listed],
                      -c * w.c * v.c, B[k][l]);
  }
};

FrameTangent stiffness(const FramePoint& h, const Derivatives& d,
                       const element::BodyForceOut& force) noexcept {
  const Attitude& a = h.attitude;
  FrameTangent K(a, force.by_place);
  const Turned place(a.R, force.by_place), twist(a.R, force.by_twist);
  Vec3 F[6], on_1[6], on_2[6];
  for (int i = 0; i < 6; ++i) {
    Vec3 T = Vec3::Zero();
    F[i].setZero();
    if (i < 3 && !place.zero) {
      T = place.T.col(i);
      F[i] = place.F.col(i);
    }
    if (!twist.zero) {
      T += twist.T * d.w[i];
      F[i] += twist.F * d.w[i];
    }
    const Attitude::Forces n = a.forces(T);
    on_1[i] = n.on_1 + d.forces[i].on_1;
    on_2[i] = n.on_2 + d.forces[i].on_2;
  }
  K.turn(a, F, on_1, on_2);
  return K;
}

FrameTangent damping(const FramePoint& h, const element::BodyForceOut& force) noexcept {
  const Attitude& a = h.attitude;
  FrameTangent C(a, force.by_twist);
  const Turned twist(a.R, force.by_twist);
  if (twist.zero) return C;
  Vec3 F[6], on_1[6], on_2[6];
  for (int i = 0; i < 6; ++i) {
    F[i] = i < 3 ? Vec3(twist.F.col(i)) : Vec3::Zero();
    const Attitude::Forces n = a.forces(i < 3 ? Vec3(twist.T.col(i)) : Vec3::Zero());
    on_1[i] = n.on_1;
    on_2[i] = n.on_2;
  }
  C.turn(a, F, on_1, on_2);
  return C;
}

void add_states(const Equations& e, const FrameForce& f, const FramePoint& h, const Derivatives& d,
                const element::BodyForceOut& force, const Forces& out) noexcept {
  const Mat3& R = h.attitude.R;
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  auto put = [&](linear::Patterned* A, int n, const Vec3* by) {
    if (!A) return;
    for (int k = 0; k < 3; ++k)
      for (const Weight& w : weights_of(e, carrier[k]))
        add_row(*A, e.places[f.at_z + n * f.entities + w.listed], w.c * by[k]);
  };
  for (int n = 0; n < f.states; ++n) {
    const Vec6 by_z = force.by_z.col(n);
    const Attitude::Forces on = in_world(R, h.attitude.forces(R.transpose() * by_z.head<3>()));
    const Vec3 column[3] = {by_z.tail<3>(), on.on_1, on.on_2};
    put(out.f_z, n, column);
    if (!out.e_q) continue;
    const Vec6 place = force.e_place.row(n).transpose(), twist = force.e_twist.row(n).transpose();
    const Vec3 theta = R.transpose() * place.head<3>(), w = R.transpose() * twist.head<3>();
    // Derivatives of a scalar by the six parameters, stored as first components of vectors.
    Vec3 q[6], v[6];
    for (int i = 0; i < 6; ++i) {
      q[i] = Vec3((i < 3 ? theta[i] : 0) + w.dot(d.w[i]), 0, 0);
      v[i] = Vec3(i < 3 ? w[i] : 0, 0, 0);
    }
    Mat3 q_1, q_2, v_1, v_2;
    h.attitude.by_vectors(q, q_1, q_2);
    h.attitude.by_vectors(v, v_1, v_2);
    const Vec3 by_q[3] = {place.tail<3>(), R * q_1.row(0).transpose(), R * q_2.row(0).transpose()};
    const Vec3 by_v[3] = {twist.tail<3>(), R * v_1.row(0).transpose(), R * v_2.row(0).transpose()};
    put(out.e_q, f.states + n, by_q);
    put(out.e_v, f.states + n, by_v);
    for (int k = 0; k < f.states; ++k)
      out.e_z->values()[e.e_z_places[body_force_states * (f.state + n) + k]] += force.e_z[n][k];
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
  Derivatives d;
  if (K || out.K_all || states) differentiate(h, force.wrench.head<3>(), d);
  if (K || out.K_all) {
    const FrameTangent B = stiffness(h, d, force);
    if (K) B.add_to(e, f, *K);
    if (out.K_all) B.add_to(e, f, *out.K_all);
  }
  if (C) damping(h, force).add_to(e, f, *C);
  if (states) add_states(e, f, h, d, force, out);
}

void add_discrete_stiffness(const Equations& e, const FrameForce& f, const Between& x,
                            linear::Patterned& K) noexcept {
  if (f.explicit_only) return;
  const FramePoint h(e, f, x.middle.q.data(), x.middle.v.data(), x.middle);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  f.force->derivatives(h.in, force);
  Derivatives d;
  differentiate(h, force.wrench.head<3>(), d);
  FrameTangent B = stiffness(h, d, force);
  if (f.has_potential) {
    const Combination& origin = e.carriers[f.first_carrier];
    element::BetweenPlaces places;
    if (f.force->between(value_of(e, origin, x.q0.data()), value_of(e, origin, x.q1.data()), places,
                         true))
      B.B[0][0] += places.K_middle - 2 * places.K;
  }
  B.add_to(e, f, K, 0.5);
}

void add_stiffness_product(const Equations& e, const FrameForce& f, const Point& p,
                           Vector& y) noexcept {
  const FramePoint h(e, f, p.q.data(), p.v.data(), p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  f.force->derivatives(h.in, force);
  Derivatives d;
  differentiate(h, force.wrench.head<3>(), d);
  const FrameTangent K = stiffness(h, d, force);
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (int k = 0; k < 3; ++k) {
    const Vec3 on = K.B[k][0] * h.dy[0] + K.B[k][1] * h.dy[1] + K.B[k][2] * h.dy[2];
    for (const Weight& w : weights_of(e, carrier[k])) add_to(y, w.entity, -w.c * on);
  }
}

}  // namespace takt::mechanism::natural
