// Forces and rows between the two ends of a step, for energy-conserving integration
// (takt::Conservative). Uses the chain rule of discrete gradients
//
//   f = W' sum_k D_k Q_k,   D_k . (y1 - y0) = s1 - s0,   sum_k Q_k (s1 - s0) = -(V(s1) - V(s0))
//
// over carriers y, which are affine in the coordinates. Non-conservative forces use the mean of the
// measures and the rates D_k . y', so that dampers dissipate energy in every step.
//                                         001 (Dopico et al.) (7), (11); Gonzalez 1996
#include <cmath>

#include "takt/mechanism/natural/frame_forces.hpp"
#include "takt/mechanism/natural/law_step.hpp"
#include "takt/mechanism/natural/loads.hpp"
#include "takt/mechanism/natural/pair_forces.hpp"
#include "takt/mechanism/natural/work.hpp"

namespace takt::mechanism::natural {
namespace {

template <Share share>
void add_discrete(const Equations& e, const LawForce& f, const Between& x, Vector& out) noexcept {
  if (share == Share::conservative && !f.has_potential) return;
  const LawStep<share> step(e, f, x);
  OnCarriers F;
  for (int k = 0; k < f.carriers; ++k) F[k].setZero();
  for (int k = 0; k < f.count; ++k)
    for (int a = 0; a < step.use[k].carriers; ++a)
      F[carrier_of(f, step.use[k], a)] += step.law.Q[k] * step.D(k, a);
  spread(e, f, F.data(), out);
}

// Adds half the stiffness at the midpoint. An exception is the conservative force of a law with one
// measure: its discrete force depends on y1 through s1 only, -dQ/dy1 = kappa ds1/dy1.
template <Share share>
void add_discrete_stiffness(const Equations& e, const LawForce& f, const Between& x,
                            linear::Patterned& K) noexcept {
  if (f.explicit_only || (share == Share::conservative && !f.has_potential)) return;
  LawPoint m(e, f, x.middle, true);
  if (share == Share::conservative)
    for (int k = 0; k < f.count; ++k) m.ds[k] = 0;
  element::LawOut law;
  f.law->force(m.in, law);
  f.law->derivatives(m.in, law);
  if (share == Share::conservative)
    for (int k = 0; k < f.count; ++k)
      for (int l = 0; l < f.count; ++l) law.Q_ds[k][l] = 0;
  LawTangent B(e, f);
  if (f.has_potential && f.count == 1) {
    const LawStep<share> step(e, f, x);
    double kappa = 0, at_rest = 0;
    if (element::discrete_slope(*f.law, step.s0[0], step.s1[0], m.in, kappa, at_rest)) {
      const Use& use = *step.use;
      law.Q[0] = step.law.Q[0];
      law.Q_s[0][0] += at_rest;
      Vec3 y1[element::max_carriers];
      gather(f, use, step.to.y.data(), y1);
      element::MeasureValue end;
      measure_of(use, y1, 0, false, end);
      OnCarriers by;
      for (int k = 0; k < f.carriers; ++k) by[k].setZero();
      for (int a = 0; a < use.carriers; ++a)
        by[carrier_of(f, use, a)] -= 2 * kappa * end.gradient[use.argument[a]];
      for (int a = 0; a < use.carriers; ++a) B.add(carrier_of(f, use, a), step.D(0, a), by);
    }
  }
  B.add_stiffness(m, law);
  B.times(0.5);
  B.add_to(K);
}

// The force may come from a potential, a function of the position of the frame; then a discrete
// gradient is used. Torques have no potential here. They and the attitude are taken at the
// midpoint.
void add_discrete(const Equations& e, const FrameForce& f, const Between& x, Vector& out) noexcept {
  const Point& p = x.middle;
  const FramePoint h(e, f, p.q.data(), p.v.data(), p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  if (f.has_potential) {
    const Combination& origin = e.carriers[f.first_carrier];
    const Vec3 p0 = value_of(e, origin, x.q0.data()), p1 = value_of(e, origin, x.q1.data());
    element::BetweenPlaces places;
    element::between_places(*f.force, h.in, p0, p1, places);
    force.wrench.tail<3>() += places.F - places.F_middle;
  }
  add_wrench(e, f, h.attitude, force.wrench, out);
}

void fill_discrete(const Equations& e, const Sum& r, const Between& x,
                   linear::Patterned& G) noexcept {
  for (int k = 0; k < r.count; ++k) {
    const Use& use = e.uses[r.first + k];
    Vec3 y0[element::max_carriers], y1[element::max_carriers];
    if (use.origin >= 0) y0[use.origin] = y1[use.origin] = Vec3::Zero();
    for (int a = 0; a < use.carriers; ++a) {
      const Combination& c = e.carriers[use.carrier[a]];
      y0[use.argument[a]] = value_of(e, c, x.q0.data());
      y1[use.argument[a]] = value_of(e, c, x.q1.data());
    }
    element::MeasureValue value;
    discrete_use(use, y0, y1, phase_of(r, x.middle.u), value);
    for (int a = 0; a < use.carriers; ++a)
      for (const Weight& w : weights_of(e, e.carriers[use.carrier[a]]))
        add_row(G, e.places[use.at_G + w.listed], w.c * value.gradient[use.argument[a]]);
  }
}

// Changes the row that keeps the wheel on the plane: s at the midpoint is replaced by the mean of
// both ends. The other two rows start at velocity level and stay as at the midpoint.
void fill_discrete(const Equations& e, const Rolling& r, const Between& x,
                   linear::Patterned& G) noexcept {
  auto heights = [&](const Vector& q, int axis) {  // z of an axis of the wheel
    double z = r.constant[axis][2];
    for (int i = 0; i < r.count; ++i) z += r.c[axis][i] * q[3 * e.listed[r.first + i] + 2];
    return z;
  };
  const double x0 = heights(x.q0, 1), y0 = heights(x.q0, 2), x1 = heights(x.q1, 1),
               y1 = heights(x.q1, 2);
  const double s = std::sqrt(x0 * x0 + y0 * y0) + std::sqrt(x1 * x1 + y1 * y1);
  const double w[2] = {-r.radius * (x0 + x1) / s, -r.radius * (y0 + y1) / s};
  for (int i = 0; i < r.count; ++i) {
    const Places& at = e.places[r.at_G + i];
    double* row = G.values().data();
    row[at[0]] = row[at[1]] = 0;
    row[at[2]] = r.c[0][i] + w[0] * r.c[1][i] + w[1] * r.c[2][i];
  }
}

}  // namespace

void discrete_forces(const Equations& e, const Between& x, Vector& f) noexcept {
  copy(e.weight, f);
  for (const LawForce& l : e.laws) add_discrete<Share::all>(e, l, x, f);
  for (const FrameForce& l : e.frame_forces) add_discrete(e, l, x, f);
  Forces middle;
  middle.f = &f;
  for (const PairForce& l : e.pair_forces) add(e, l, x.middle, middle);
}

void discrete_stiffness(const Equations& e, const Between& x, linear::Patterned& K) noexcept {
  clear(K);
  for (const LawForce& l : e.laws) add_discrete_stiffness<Share::all>(e, l, x, K);
  for (const FrameForce& l : e.frame_forces) add_discrete_stiffness(e, l, x, K);
  for (const PairForce& l : e.pair_forces)
    if (!l.explicit_only) add_stiffness(e, l, x.middle, K, 0.5);
}

void conservative_forces(const Equations& e, const Between& x, Vector& f) noexcept {
  copy(e.weight, f);
  for (const LawForce& l : e.laws) add_discrete<Share::conservative>(e, l, x, f);
  for (const FrameForce& l : e.frame_forces) add_conservative(e, l, x, f);
}

void conservative_stiffness(const Equations& e, const Between& x, linear::Patterned& K) noexcept {
  clear(K);
  for (const LawForce& l : e.laws) add_discrete_stiffness<Share::conservative>(e, l, x, K);
  for (const FrameForce& l : e.frame_forces) add_conservative_stiffness(e, l, x, K);
}

void discrete_rows(const Equations& e, const Between& x, linear::Patterned& G) noexcept {
  fill_middle_rows(e, x.middle, G);  // exact for bilinear rows
  for (const Sum& r : e.sums) fill_discrete(e, r, x, G);
  for (const Rolling& r : e.rolling) fill_discrete(e, r, x, G);
}

void NaturalMechanism::discrete_force(const Between& x, Vector& f, Scratch&) const noexcept {
  discrete_forces(whole_, x, f);
}

void NaturalMechanism::discrete_stiffness(const Between& x, linear::Patterned& K,
                                          Scratch& scratch) const noexcept {
  const ThinPattern::Widened widened(thin_, K, downcast<Work>(scratch).whole_K);
  natural::discrete_stiffness(whole_, x, K);
}

void NaturalMechanism::conservative_force(const Between& x, Vector& f, Scratch&) const noexcept {
  conservative_forces(whole_, x, f);
}

void NaturalMechanism::conservative_stiffness(const Between& x, linear::Patterned& K,
                                              Scratch& scratch) const noexcept {
  const ThinPattern::Widened widened(thin_, K, downcast<Work>(scratch).whole_K);
  natural::conservative_stiffness(whole_, x, K);
}

void NaturalMechanism::discrete_jacobian(const Between& x, linear::Patterned& G,
                                         Scratch&) const noexcept {
  discrete_rows(whole_, x, G);
}

}  // namespace takt::mechanism::natural
