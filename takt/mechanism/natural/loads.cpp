// Forces without a potential, taken at a point: the loads Q_nc of 001 (7). Of an element that has a
// potential, they are what it gives beyond its force at rest,
//
//   law:    Q_nc = Q(s, s') - Q(s, 0)          frame:  F_nc = F(p, R, v, w) - F_c(p, R)
//
// so that the two parts add up to the force of the element. Laws and frames without a potential,
// torques on frames and forces between two bodies are loads as a whole.
#include "takt/mechanism/natural/loads.hpp"

#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/natural/frame_tangent.hpp"
#include "takt/mechanism/natural/law_forces.hpp"
#include "takt/mechanism/natural/pair_forces.hpp"
#include "takt/mechanism/natural/work.hpp"

namespace takt::mechanism::natural {
namespace {

constexpr double standing[law_measures] = {};

element::LawIn at_rest(const LawPoint& m) noexcept {
  element::LawIn in = m.in;
  in.ds = standing;
  return in;
}

void add_load(const Equations& e, const LawForce& f, const Point& p, Vector& out) noexcept {
  const LawPoint m(e, f, p, false);
  element::LawOut law;
  f.law->force(m.in, law);
  if (f.has_potential) {
    element::LawOut rest;
    f.law->force(at_rest(m), rest);
    for (int k = 0; k < f.count; ++k) law.Q[k] -= rest.Q[k];
  }
  OnCarriers F;
  combine(m, law.Q, nullptr, F);
  spread(e, f, F.data(), out);
}

void add_load_stiffness(const Equations& e, const LawForce& f, const Point& p, double c,
                        linear::Patterned& K) noexcept {
  const LawPoint m(e, f, p, true);
  element::LawOut law;
  f.law->force(m.in, law);
  f.law->derivatives(m.in, law);
  if (f.has_potential) {
    element::LawOut rest;
    const element::LawIn in = at_rest(m);
    f.law->force(in, rest);
    f.law->derivatives(in, rest);
    for (int k = 0; k < f.count; ++k) {
      law.Q[k] -= rest.Q[k];
      for (int l = 0; l < f.count; ++l) law.Q_s[k][l] -= rest.Q_s[k][l];
    }
  }
  LawTangent B(e, f);
  B.add_stiffness(m, law);
  B.times(c);
  B.add_to(K);
}

// F_c at a place, and its derivative by (theta, p) of the frame.
struct AtRest {
  Vec3 F;
  Eigen::Matrix<double, 3, 6> by_place = Eigen::Matrix<double, 3, 6>::Zero();

  AtRest(const element::BodyForce& force, const FramePoint& h, bool derivative) noexcept {
    element::BetweenPlaces places;
    if (force.between(h.in.p, h.in.p, places, derivative)) {
      F = places.F_middle;
      by_place.rightCols<3>() = -places.K_middle;
      return;
    }
    element::BodyForceIn in = h.in;
    in.v = in.w = Vec3::Zero();
    element::BodyForceOut out;
    force.force(in, out);
    F = out.wrench.tail<3>();
    if (!derivative) return;
    force.derivatives(in, out);
    by_place = out.by_place.bottomRows<3>();
  }
};

// dN/d(p, e1, e2) of a wrench from its derivatives.
FrameTangent tangent_of(const FramePoint& h, const element::BodyForceOut& force) noexcept {
  Attitude::Derivatives d;
  const auto inside = h.attitude.R.transpose();
  h.attitude.derivatives(inside * h.dy[1], inside * h.dy[2], inside * force.wrench.head<3>(), d);
  return stiffness(h.attitude, h.attitude, d, true, force.by_place, force.by_twist);
}

void add_tangent_of(const Equations& e, const FrameForce& f, const FrameTangent& B, double c,
                    linear::Patterned& K) noexcept {
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  B.add_to(e, f, K, c, carrier, carrier);
}

}  // namespace

void add_conservative(const Equations& e, const FrameForce& f, const Between& x,
                      Vector& out) noexcept {
  if (!f.has_potential) return;
  const FramePoint h(e, f, x.middle.q.data(), x.middle.v.data(), x.middle);
  const Combination& origin = e.carriers[f.first_carrier];
  element::BetweenPlaces places;
  element::between_places(*f.force, h.in, value_of(e, origin, x.q0.data()),
                          value_of(e, origin, x.q1.data()), places);
  for (const Weight& w : weights_of(e, origin)) add_to(out, w.entity, w.c * places.F);
}

void add_conservative_stiffness(const Equations& e, const FrameForce& f, const Between& x,
                                linear::Patterned& K) noexcept {
  if (f.explicit_only || !f.has_potential) return;
  const FramePoint h(e, f, x.middle.q.data(), x.middle.v.data(), x.middle);
  const Combination& origin = e.carriers[f.first_carrier];
  element::BodyForceOut force;  // no torque, no rates
  element::BetweenPlaces places;
  if (f.force->between(value_of(e, origin, x.q0.data()), value_of(e, origin, x.q1.data()), places,
                       true))
    force.by_place.bottomRightCorner<3, 3>() = -2 * places.K;
  else
    force.by_place.bottomRows<3>() = AtRest(*f.force, h, true).by_place;
  add_tangent_of(e, f, tangent_of(h, force), 0.5, K);
}

void add_load(const Equations& e, const FrameForce& f, const Point& p, Vector& out) noexcept {
  const FramePoint h(e, f, p.q.data(), p.v.data(), p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  if (f.has_potential) force.wrench.tail<3>() -= AtRest(*f.force, h, false).F;
  add_wrench(e, f, h.attitude, force.wrench, out);
}

void add_load_stiffness(const Equations& e, const FrameForce& f, const Point& p, double c,
                        linear::Patterned& K) noexcept {
  const FramePoint h(e, f, p.q.data(), p.v.data(), p);
  element::BodyForceOut force;
  f.force->force(h.in, force);
  f.force->derivatives(h.in, force);
  if (f.has_potential) force.by_place.bottomRows<3>() -= AtRest(*f.force, h, true).by_place;
  add_tangent_of(e, f, tangent_of(h, force), c, K);
}

void loads_at(const Equations& e, const Point& p, Vector& f) noexcept {
  f.setZero();
  for (const LawForce& l : e.laws) add_load(e, l, p, f);
  for (const FrameForce& l : e.frame_forces) add_load(e, l, p, f);
  Forces all;
  all.f = &f;
  for (const PairForce& l : e.pair_forces) add(e, l, p, all);
}

void add_load_stiffness(const Equations& e, const Point& p, double c,
                        linear::Patterned& K) noexcept {
  for (const LawForce& l : e.laws)
    if (!l.explicit_only) add_load_stiffness(e, l, p, c, K);
  for (const FrameForce& l : e.frame_forces)
    if (!l.explicit_only) add_load_stiffness(e, l, p, c, K);
  for (const PairForce& l : e.pair_forces)
    if (!l.explicit_only) add_stiffness(e, l, p, K, c);
}

void NaturalMechanism::load(const Point& p, Vector& f, Scratch&) const noexcept {
  loads_at(whole_, p, f);
}

void NaturalMechanism::add_load_stiffness(const Point& p, double c, linear::Patterned& K,
                                          Scratch& scratch) const noexcept {
  thin_.add_to(K, downcast<Work>(scratch).whole_K,
               [&](linear::Patterned& whole) { natural::add_load_stiffness(whole_, p, c, whole); });
}

}  // namespace takt::mechanism::natural
