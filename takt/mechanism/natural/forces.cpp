// Forces of force laws: f = W' sum_k g_k Q_k. Derivatives are first computed over the few carriers,
//
//   K = W' B W,   B = -sum_k (g_k sum_l (Q_s g_l + Q_s' r_l)' + Q_k H_k),   C alike with Q_s' g_l
//
// Terms used: as in law_forces.hpp.
#include "takt/element/force/power.hpp"
#include "takt/mechanism/largest_force.hpp"
#include "takt/mechanism/natural/frame_forces.hpp"
#include "takt/mechanism/natural/law_forces.hpp"
#include "takt/mechanism/natural/pair_forces.hpp"

namespace takt::mechanism::natural {
namespace {

using element::law_states;

void add_states(const Equations& e, const LawPoint& m, const element::LawOut& law,
                const Forces& out) noexcept {
  const LawForce& f = m.f;
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  auto put = [&](linear::Patterned* A, int n, const OnCarriers& by) {
    if (!A) return;
    for (int k = 0; k < f.carriers; ++k)
      for (const Weight& w : weights_of(e, carrier[k]))
        add_row(*A, e.places[f.at_z + n * f.entities + w.listed], w.c * by[k]);
  };
  OnCarriers by;
  for (int n = 0; n < f.states; ++n) {
    double Q_z[law_measures];
    for (int k = 0; k < f.count; ++k) Q_z[k] = law.Q_z[k][n];
    combine(m, Q_z, nullptr, by);
    put(out.f_z, n, by);
    if (!out.e_q) continue;
    combine(m, law.e_s[n], law.e_ds[n], by);
    put(out.e_q, f.states + n, by);
    combine(m, law.e_ds[n], nullptr, by);
    put(out.e_v, f.states + n, by);
    for (int k = 0; k < f.states; ++k)
      out.e_z->values()[e.e_z_places[law_states * (f.state + n) + k]] += law.e_z[n][k];
  }
}

void add(const Equations& e, const LawForce& f, const Point& p, const Forces& out) noexcept {
  linear::Patterned* const K = f.explicit_only ? nullptr : out.K;
  linear::Patterned* const C = f.explicit_only ? nullptr : out.C;
  const LawPoint m(e, f, p, K || out.K_all || (out.e_q && f.states > 0));
  element::LawOut law;
  f.law->force(m.in, law);
  OnCarriers by;
  if (out.f) {
    combine(m, law.Q, nullptr, by);
    spread(e, f, by.data(), *out.f);
  }
  if (out.e)
    for (int k = 0; k < f.states; ++k) (*out.e)[f.state + k] = law.e[k];
  if (!(K || C || out.K_all || ((out.f_z || out.e_q) && f.states > 0))) return;
  f.law->derivatives(m.in, law);
  if (K || out.K_all) {
    LawTangent B(e, f);
    B.add_stiffness(m, law);
    if (K) B.add_to(*K);
    if (out.K_all) B.add_to(*out.K_all);
  }
  if (C && !zero(law.Q_ds, f.count)) {
    LawTangent B(e, f);
    for (int k = 0; k < f.count; ++k) {
      combine(m, law.Q_ds[k], nullptr, by);
      for (int a = 0; a < m.use[k].carriers; ++a) B.add(carrier_of(f, m.use[k], a), m.g(k, a), by);
    }
    B.add_to(*C);
  }
  if (f.states > 0) add_states(e, m, law, out);
}

}  // namespace

void evaluate_forces(const Equations& e, const Point& p, const Forces& out) noexcept {
  if (out.f) copy(e.weight, *out.f);
  const bool all = out.f || out.K || out.C || out.K_all;  // false: only forces with states
  if (!all && !out.e && !out.f_z && !out.e_q) return;
  for (const LawForce& l : e.laws)
    if (all || l.states > 0) add(e, l, p, out);
  for (const FrameForce& l : e.frame_forces)
    if (all || l.states > 0) add(e, l, p, out);
  for (const PairForce& l : e.pair_forces)
    if (all || l.states > 0) add(e, l, p, out);
}

void add_stiffness_product(const Equations& e, const Point& p, Vector& y) noexcept {
  for (const LawForce& l : e.laws) {
    if (l.explicit_only) continue;
    const LawPoint m(e, l, p, true);
    element::LawOut law;
    l.law->force(m.in, law);
    l.law->derivatives(m.in, law);
    double curve[law_measures] = {};  // s'' for constant v
    for (int k = 0; k < l.count; ++k)
      for (int a = 0; a < m.use[k].carriers; ++a)
        curve[k] += m.r(k, a).dot(m.at.dy[carrier_of(l, m.use[k], a)]);
    double rate[law_measures], push[law_measures];  // the rate of -Q, and -Q
    for (int k = 0; k < l.count; ++k) {
      rate[k] = 0;
      for (int n = 0; n < l.count; ++n)
        rate[k] -= law.Q_s[k][n] * m.ds[n] + law.Q_ds[k][n] * curve[n];
      push[k] = -law.Q[k];
    }
    OnCarriers by;
    combine(m, rate, push, by);
    spread(e, l, by.data(), y);
  }
  for (const FrameForce& l : e.frame_forces)
    if (!l.explicit_only) add_stiffness_product(e, l, p, y);
  for (const PairForce& l : e.pair_forces)
    if (!l.explicit_only) add_stiffness_product(e, l, p, y);
}

void evaluate_by_time(const Equations& e, const Point& p, Terms& out) noexcept {
  out.f_t.setZero();
  out.e_t.setZero();
  for (const LawForce& l : e.laws) {
    if (l.signals == 0 || l.explicit_only) continue;
    LawPoint m(e, l, p, false);
    m.in.ddu = m.signals.ddu;
    element::LawOut law;
    l.law->by_time(m.in, law);
    OnCarriers by;
    combine(m, law.Q_t, nullptr, by);
    spread(e, l, by.data(), out.f_t);
    for (int k = 0; k < l.states; ++k) out.e_t[l.state + k] = law.e_t[k];
  }
  for (const FrameForce& l : e.frame_forces) {
    if (l.signals == 0 || l.explicit_only) continue;
    FramePoint h(e, l, p.q.data(), p.v.data(), p);
    h.in.ddu = h.signals.ddu;
    element::BodyForceOut force;
    l.force->by_time(h.in, force);
    add_wrench(e, l, h.attitude, force.wrench_t, out.f_t);
    for (int k = 0; k < l.states; ++k) out.e_t[l.state + k] = force.e_t[k];
  }
  for (const PairForce& l : e.pair_forces) {
    if (l.signals == 0 || l.explicit_only) continue;
    PairPoint h(e, l, p);
    h.in.ddu = h.signals.ddu;
    element::BodyForceOut force;
    l.force->by_time(h.in, force);
    add_wrench(e, l, h, force.wrench_t, out.f_t);
    for (int k = 0; k < l.states; ++k) out.e_t[l.state + k] = force.e_t[k];
  }
}

double potential(const Equations& e, const Point& p) noexcept {
  double V = e.potential0 - e.weight.dot(p.q);
  for (const LawForce& l : e.laws) V += l.law->potential(LawPoint(e, l, p, false).in);
  for (const FrameForce& l : e.frame_forces)
    V += l.force->potential(FramePoint(e, l, p.q.data(), p.v.data(), p).in);
  for (const PairForce& l : e.pair_forces) V += l.force->potential(PairPoint(e, l, p).in);
  return V;
}

const void* power(const Equations& e, const Point& p, ElementPower& out) noexcept {
  out = {};
  out.potential = e.potential0 - e.weight.dot(p.q);
  const void* hardest = nullptr;
  const auto note = [&](const void* element, int direction, double force) {
    if (note_force(out, 0, direction, force)) hardest = element;
  };
  const auto add = [&out](const element::Power& x) {
    out.inputs += x.inputs;
    out.dissipated += x.dissipated;
  };
  for (const LawForce& l : e.laws) {
    const LawPoint m(e, l, p, false);
    element::LawOut law;
    l.law->force(m.in, law);
    out.potential += l.law->potential(m.in);
    for (int k = 0; k < l.count; ++k)
      if (l.law->acts_on(k)) note(l.law, k, -law.Q[k]);
    add(element::power_of(*l.law, m.in, law));
  }
  const auto add_body_force = [&](const element::BodyForce& f, const element::BodyForceIn& in) {
    element::BodyForceOut force;
    f.force(in, force);
    out.potential += f.potential(in);
    for (int k = 0; k < 6; ++k) note(&f, k, force.wrench[k]);
    add(element::power_of(f, in, force));
  };
  for (const FrameForce& l : e.frame_forces)
    add_body_force(*l.force, FramePoint(e, l, p.q.data(), p.v.data(), p).in);
  for (const PairForce& l : e.pair_forces) add_body_force(*l.force, PairPoint(e, l, p).in);
  return hardest;
}

void steady(const Equations& e, const Point& p, Vector& z) noexcept {
  for (const LawForce& l : e.laws) l.law->steady(LawPoint(e, l, p, false).in, z.data() + l.state);
  for (const FrameForce& l : e.frame_forces)
    l.force->steady(FramePoint(e, l, p.q.data(), p.v.data(), p).in, z.data() + l.state);
  for (const PairForce& l : e.pair_forces)
    l.force->steady(PairPoint(e, l, p).in, z.data() + l.state);
}

}  // namespace takt::mechanism::natural
