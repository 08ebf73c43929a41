// Body forces on frames: f = W' N. Derivatives are first taken by the carriers p, e1, e2
// (frame_tangent.hpp).
#include "takt/mechanism/natural/frame_forces.hpp"

#include <algorithm>

#include "takt/mechanism/natural/frame_tangent.hpp"

namespace takt::mechanism::natural {
namespace {

using Derivatives = Attitude::Derivatives;

void differentiate(const FramePoint& h, const Vec3& torque, Derivatives& d) noexcept {
  const auto inside = h.attitude.R.transpose();
  h.attitude.derivatives(inside * h.dy[1], inside * h.dy[2], inside * torque, d);
}

FrameTangent stiffness(const FramePoint& h, const Derivatives& d,
                       const element::BodyForceOut& force) noexcept {
  return stiffness(h.attitude, h.attitude, d, true, force.by_place, force.by_twist);
}

void add_tangent(const Equations& e, const FrameForce& f, const FrameTangent& B,
                 linear::Patterned& A, double c = 1) noexcept {
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  B.add_to(e, f, A, c, carrier, carrier);
}

void add_states(const Equations& e, const FrameForce& f, const FramePoint& h, const Derivatives& d,
                const element::BodyForceOut& force, const Forces& out) noexcept {
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  auto put = [&](linear::Patterned* A, int n, const Vec3* by) {
    if (!A) return;
    for (int k = 0; k < 3; ++k)
      for (const Weight& w : weights_of(e, carrier[k]))
        add_row(*A, e.places[f.at_z + n * f.entities + w.listed], w.c * by[k]);
  };
  for (int n = 0; n < f.states; ++n) {
    const int pair = n / 2, in_pair = n % 2;
    put(out.f_z, n, OnFrame(h.attitude, force.by_z[pair].col(in_pair)).on);
    if (!out.e_q) continue;
    const ScalarRow row(h.attitude, d, force.e_place[pair].row(in_pair).transpose(),
                        force.e_twist[pair].row(in_pair).transpose());
    put(out.e_q, f.states + n, row.by_q);
    put(out.e_v, f.states + n, row.by_v);
    for (int k = 0; k < std::min(2, f.states - 2 * pair); ++k)
      out.e_z->values()[e.e_z_places[2 * (f.state + n) + k]] += force.e_z[n][k];
  }
}
static_assert(element::law_states == 2);  // as a pair of states of a body force

}  // namespace

void add_wrench(const Equations& e, const FrameForce& f, const Attitude& a, const Vec6& wrench,
                Vector& out) noexcept {
  const OnFrame forces(a, wrench);
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  for (int k = 0; k < 3; ++k)
    for (const Weight& w : weights_of(e, carrier[k])) add_to(out, w.entity, w.c * forces.on[k]);
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
    if (K) add_tangent(e, f, B, *K);
    if (out.K_all) add_tangent(e, f, B, *out.K_all);
  }
  if (C) add_tangent(e, f, damping(h.attitude, h.attitude, force.by_twist), *C);
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
  add_tangent(e, f, B, K, 0.5);
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
