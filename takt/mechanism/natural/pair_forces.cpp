// With r = p_b - p_a, u = v_b - v_a - w_a x r and changes (dtheta, dp, dw, dv) of both frames, the
// relative motion changes in the axes of a by
//
//   theta:  dtheta_b - dtheta_a            p:  dr - dtheta_a x r
//   w:  dw_b - dw_a - dtheta_a x (w_b - w_a)
//   v:  dv_b - dv_a - dw_a x r - w_a x dr - dtheta_a x u
//
// and the wrenches T_b, F_b, T_a = -(T_b + r x F_b), F_a = -F_b turn with a in addition.
#include "takt/mechanism/natural/pair_forces.hpp"

#include <algorithm>

#include "takt/mechanism/natural/frame_tangent.hpp"

namespace takt::mechanism::natural {
namespace {

using rotation::cross;

// How the relative motion changes with a unit of (theta, p) or of (w, v) of one frame.
struct Change {
  Vec6 place = Vec6::Zero(), twist = Vec6::Zero();  // in the axes of a
  Vec3 turn = Vec3::Zero(), dr = Vec3::Zero();      // dtheta_a and dr, world axes
};

Change of_place(const PairPoint& h, int frame, int k) noexcept {
  const Mat3& R = h.a.R;
  const Vec3 r = h.b.p - h.a.p, unit = Vec3::Unit(k % 3);
  const double sign = frame == 0 ? 1 : -1;
  Change c;
  Vec3 theta = Vec3::Zero(), p = Vec3::Zero(), w = Vec3::Zero(), v = Vec3::Zero();
  if (k < 3) {
    theta = sign * unit;
    if (frame == 1) {
      c.turn = unit;
      p = -cross(unit, r);
      w = -cross(unit, h.b.w - h.a.w);
      v = -cross(unit, h.b.v - h.a.v - cross(h.a.w, r));
    }
  } else {
    c.dr = p = sign * unit;
    v = -cross(h.a.w, c.dr);
  }
  c.place << R.transpose() * theta, R.transpose() * p;
  c.twist << R.transpose() * w, R.transpose() * v;
  return c;
}

Change of_twist(const PairPoint& h, int frame, int k) noexcept {
  const Mat3& R = h.a.R;
  const Vec3 unit = Vec3::Unit(k % 3);
  const double sign = frame == 0 ? 1 : -1;
  Change c;
  if (k < 3) {
    c.twist.head<3>() = sign * (R.transpose() * unit);
    if (frame == 1) c.twist.tail<3>() = -(R.transpose() * cross(unit, h.b.p - h.a.p));
  } else {
    c.twist.tail<3>() = sign * (R.transpose() * unit);
  }
  return c;
}

// The changes by (theta, p) and (w, v) of each of the two frames, and the derivatives of the
// wrenches by them.
struct PairSlopes {
  Change place[2][6], twist[2][6];      // by frame and component
  Mat6 by_place[2][2], by_twist[2][2];  // [on][by]
  Attitude::Derivatives d[2];

  PairSlopes(const PairPoint& h, const element::BodyForceOut& force) noexcept {
    Vec6 W[2];
    h.wrenches(force.wrench, W);
    const Vec3 r = h.b.p - h.a.p, T = W[0].head<3>(), F = W[0].tail<3>();
    const auto fill = [&](const Change& c, auto& out, int by, int k) {
      const Vec6 rel = force.by_place * c.place + force.by_twist * c.twist;
      const Vec3 dT = h.a.R * rel.head<3>() + cross(c.turn, T);
      const Vec3 dF = h.a.R * rel.tail<3>() + cross(c.turn, F);
      out[0][by].col(k) << dT, dF;
      out[1][by].col(k) << -(dT + cross(c.dr, F) + cross(r, dF)), -dF;
    };
    for (int by = 0; by < 2; ++by) {
      for (int k = 0; k < 6; ++k) {
        place[by][k] = of_place(h, by, k);
        twist[by][k] = of_twist(h, by, k);
        fill(place[by][k], by_place, by, k);
        fill(twist[by][k], by_twist, by, k);
      }
      const auto inside = h.attitude[by].R.transpose();
      h.attitude[by].derivatives(inside * h.dy[3 * by + 1], inside * h.dy[3 * by + 2],
                                 inside * W[by].head<3>(), d[by]);
    }
  }
  FrameTangent stiffness(const PairPoint& h, int on, int by) const noexcept {
    return natural::stiffness(h.attitude[on], h.attitude[by], d[by], on == by, by_place[on][by],
                              by_twist[on][by]);
  }
  FrameTangent damping(const PairPoint& h, int on, int by) const noexcept {
    return natural::damping(h.attitude[on], h.attitude[by], by_twist[on][by]);
  }
};

void add_states(const Equations& e, const PairForce& f, const PairPoint& h, const PairSlopes& s,
                const element::BodyForceOut& force, const Forces& out) noexcept {
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  const auto put = [&](linear::Patterned* A, int n, int frame, const Vec3* by) {
    if (!A) return;
    for (int k = 0; k < 3; ++k)
      for (const Weight& w : weights_of(e, carrier[3 * frame + k]))
        add_row(*A, e.places[f.at_z + n * f.entities + w.listed], w.c * by[k]);
  };
  for (int n = 0; n < f.states; ++n) {
    const int pair = n / 2, in_pair = n % 2;
    Vec6 W[2];
    h.wrenches(force.by_z[pair].col(in_pair), W);
    for (int frame = 0; frame < 2; ++frame) {
      put(out.f_z, n, frame, OnFrame(h.attitude[frame], W[frame]).on);
      if (!out.e_q) continue;
      Vec6 place, twist;
      for (int k = 0; k < 6; ++k) {
        const Change &p = s.place[frame][k], &t = s.twist[frame][k];
        place[k] = force.e_place[pair].row(in_pair).dot(p.place) +
                   force.e_twist[pair].row(in_pair).dot(p.twist);
        twist[k] = force.e_twist[pair].row(in_pair).dot(t.twist);
      }
      const ScalarRow row(h.attitude[frame], s.d[frame], place, twist);
      put(out.e_q, f.states + n, frame, row.by_q);
      put(out.e_v, f.states + n, frame, row.by_v);
    }
    if (!out.e_z) continue;
    for (int k = 0; k < std::min(2, f.states - 2 * pair); ++k)
      out.e_z->values()[e.e_z_places[2 * (f.state + n) + k]] += force.e_z[n][k];
  }
}

// Calls add(point, B, on, by, first carrier) with the stiffness of the wrench on each of the two
// frames by the place of each.
template <class Add>
void each_stiffness(const Equations& e, const PairForce& f, const Point& p, Add add) noexcept {
  const PairPoint h(e, f, p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  f.force->derivatives(h.in, force);
  const PairSlopes s(h, force);
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (int on = 0; on < 2; ++on)
    for (int by = 0; by < 2; ++by) add(h, s.stiffness(h, on, by), on, by, carrier);
}

}  // namespace

PairPoint::PairPoint(const Equations& e, const PairForce& f, const Point& p) noexcept
    : attitude{{Vec3::UnitX(), Vec3::UnitY()}, {Vec3::UnitX(), Vec3::UnitY()}}, signals(f, p.u) {
  for (int k = 0; k < 6; ++k) {
    const Combination& c = e.carriers[f.first_carrier + k];
    y[k] = value_of(e, c, p.q.data());
    dy[k] = rate_of(e, c, p.v.data());
  }
  Motion* const motion[2] = {&b, &a};
  for (int n = 0; n < 2; ++n) {
    attitude[n] = {y[3 * n + 1], y[3 * n + 2]};
    motion[n]->R = attitude[n].R;
    motion[n]->p = y[3 * n];
    motion[n]->v = dy[3 * n];
    motion[n]->w = attitude[n].rate(dy[3 * n + 1], dy[3 * n + 2]);
  }
  const Motion m = b.seen_from(a);
  in = {m.R, m.p, m.w, m.v, p.z.data() + f.state, signals.u, signals.du};
}

void PairPoint::wrenches(const Vec6& wrench, Vec6 (&on)[2]) const noexcept {
  const Vec3 T = a.R * wrench.head<3>(), F = a.R * wrench.tail<3>();
  on[0] << T, F;
  on[1] << -(T + cross(b.p - a.p, F)), -F;
}

void add_wrench(const Equations& e, const PairForce& f, const PairPoint& h, const Vec6& wrench,
                Vector& out) noexcept {
  Vec6 W[2];
  h.wrenches(wrench, W);
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (int n = 0; n < 2; ++n) {
    const OnFrame forces(h.attitude[n], W[n]);
    for (int k = 0; k < 3; ++k)
      for (const Weight& w : weights_of(e, carrier[3 * n + k]))
        add_to(out, w.entity, w.c * forces.on[k]);
  }
}

void add(const Equations& e, const PairForce& f, const Point& p, const Forces& out) noexcept {
  linear::Patterned* const K = f.explicit_only ? nullptr : out.K;
  linear::Patterned* const C = f.explicit_only ? nullptr : out.C;
  const PairPoint h(e, f, p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  if (out.f) add_wrench(e, f, h, force.wrench, *out.f);
  if (out.e)
    for (int k = 0; k < f.states; ++k) (*out.e)[f.state + k] = force.e[k];
  const bool states = (out.f_z || out.e_q) && f.states > 0;
  if (!(K || C || out.K_all || states)) return;
  f.force->derivatives(h.in, force);
  const PairSlopes s(h, force);
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (int on = 0; on < 2; ++on)
    for (int by = 0; by < 2; ++by) {
      const auto add_to = [&](const FrameTangent& B, linear::Patterned& A) {
        B.add_to(e, f, A, 1, carrier + 3 * on, carrier + 3 * by);
      };
      if (K || out.K_all) {
        const FrameTangent B = s.stiffness(h, on, by);
        if (K) add_to(B, *K);
        if (out.K_all) add_to(B, *out.K_all);
      }
      if (C) add_to(s.damping(h, on, by), *C);
    }
  if (states) add_states(e, f, h, s, force, out);
}

void add_stiffness(const Equations& e, const PairForce& f, const Point& p, linear::Patterned& K,
                   double c) noexcept {
  each_stiffness(
      e, f, p,
      [&](const PairPoint&, const FrameTangent& B, int on, int by, const Combination* carrier) {
        B.add_to(e, f, K, c, carrier + 3 * on, carrier + 3 * by);
      });
}

void add_stiffness_product(const Equations& e, const PairForce& f, const Point& p,
                           Vector& y) noexcept {
  each_stiffness(
      e, f, p,
      [&](const PairPoint& h, const FrameTangent& B, int on, int by, const Combination* carrier) {
        for (int k = 0; k < 3; ++k) {
          Vec3 sum = Vec3::Zero();
          for (int l = 0; l < 3; ++l) sum += B.B[k][l] * h.dy[3 * by + l];
          for (const Weight& w : weights_of(e, carrier[3 * on + k]))
            add_to(y, w.entity, -w.c * sum);
        }
      });
}

}  // namespace takt::mechanism::natural
