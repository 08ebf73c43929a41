// A force law between the two ends of a step, in natural coordinates: its measures at both ends and
// their discrete gradients. Used by between.cpp and loads.cpp.                           001 (7)
//
// Terms used: y carriers, s measures, D_k . (y1 - y0) = s1 - s0.
#pragma once

#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/natural/law_forces.hpp"

namespace takt::mechanism::natural {

// Computes the discrete gradient of a use by its arguments, and s at the start, both times the
// factor. Returns the change of s.
inline double discrete_use(const Use& use, const Vec3* y0, const Vec3* y1, double phase,
                           element::MeasureValue& out) noexcept {
  if (use.turning) {  // bilinear: the gradient at the midpoint is exact
    Vec3 middle[element::max_carriers];
    double change = 0;
    for (int k = 0; k < use.carriers; ++k) middle[k] = 0.5 * (y0[k] + y1[k]);
    measure_of(use, middle, phase, false, out);
    for (int k = 0; k < use.carriers; ++k) change += out.gradient[k].dot(y1[k] - y0[k]);
    return change;
  }
  const double change = element::discrete_measure(use.kind, use.i, use.i, use.L, y0, y1, out);
  out.s *= use.factor;
  for (int k = 0; k < use.carriers; ++k) out.gradient[use.argument[k]] *= use.factor;
  return use.factor * change;
}

// What of a force is wanted over a step: all of it, or what has a potential.
enum class Share : std::uint8_t { all, conservative };

// The measures of a law at both ends of the step, and its force between them.
template <Share share> struct LawStep {
  const LawForce& f;
  const Use* use;
  LawCarriers from, to;
  double s0[law_measures], s1[law_measures], s[law_measures], ds[law_measures];
  std::array<element::MeasureValue, law_measures> value;  // with discrete gradients
  Signals<LawForce> signals;
  element::LawIn in;
  element::LawOut law;

  LawStep(const Equations& e, const LawForce& force, const Between& x) noexcept
      : f(force), use(e.uses.data() + force.first), from(e, force, x.q0.data(), x.middle.v.data()),
        to(e, force, x.q1.data(), nullptr),
        signals(force, x.middle.u), in{s, ds, x.middle.z.data() + force.state, signals.u,
                                       signals.du} {
    for (int k = 0; k < f.count; ++k) {
      Vec3 y0[element::max_carriers], y1[element::max_carriers];
      gather(f, use[k], from.y.data(), y0);
      gather(f, use[k], to.y.data(), y1);
      const double change = discrete_use(use[k], y0, y1, 0, value[k]);
      s0[k] = value[k].s;
      s1[k] = s0[k] + change;
      s[k] = s0[k] + change / 2;
      ds[k] = 0;
      for (int a = 0; a < use[k].carriers; ++a)
        ds[k] += D(k, a).dot(from.dy[carrier_of(f, use[k], a)]);
      if (share == Share::conservative) ds[k] = 0;
    }
    f.law->force(in, law);
    if (f.has_potential) element::correct_law(*f.law, s0, s1, in, law.Q);
  }
  LawStep(const LawStep&) = delete;
  LawStep& operator=(const LawStep&) = delete;

  const Vec3& D(int k, int a) const noexcept { return value[k].gradient[use[k].argument[a]]; }
};

}  // namespace takt::mechanism::natural
