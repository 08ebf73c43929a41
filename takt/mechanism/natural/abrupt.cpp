// Abrupt forces over a step (takt::Abrupt), in natural coordinates. For each of them, s0 and then
// ds0/dy, carrier by carrier, are stored at the start of the step.
//
//   -d(step force)/dx1 = W' ((g1 k1 + (g0 + g1) kD)/2 g1' - (Q1 + D)/2 H1) W      terms as in OverStep
//
// Terms used: y carriers, W the weights of entities in them, g = ds/dy, H = d2s/dy2.
#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/natural/law_forces.hpp"

namespace takt::mechanism::natural {
namespace {

constexpr double one = 1;

bool is_abrupt(const LawForce& l) noexcept { return l.law->abrupt() && !l.explicit_only; }

}  // namespace

Index abrupt_record_size(const Equations& e) noexcept {
  Index n = 0;
  for (const LawForce& l : e.laws)
    if (is_abrupt(l)) n += 1 + 3 * l.carriers;
  return n;
}

void record_abrupt(const Equations& e, const Point& p, double* record) noexcept {
  for (const LawForce& l : e.laws) {
    if (!is_abrupt(l)) continue;
    const LawPoint m(e, l, p, false);
    OnCarriers g;
    combine(m, &one, nullptr, g);
    *record++ = m.s[0];
    for (int k = 0; k < l.carriers; ++k)
      for (int i = 0; i < 3; ++i) *record++ = g[k][i];
  }
}

void abrupt_linear_step_force(const Equations& e, const double* start, const double* trial,
                              const Vector& dq, Vector& force) noexcept {
  force.setZero();
  for (const LawForce& l : e.laws) {
    if (!is_abrupt(l)) continue;
    const element::OverStep step(*l.law, *start++, *trial++);
    const Combination* carrier = e.carriers.data() + l.first_carrier;
    OnCarriers mean, g1;
    double ds = 0;
    for (int k = 0; k < l.carriers; ++k, start += 3, trial += 3) {
      const Vec3 g0(start[0], start[1], start[2]);
      g1[k] = Vec3(trial[0], trial[1], trial[2]);
      mean[k] = g0 + g1[k];
      ds += g1[k].dot(rate_of(e, carrier[k], dq.data()));
    }
    const double Q1 = step.Q1 - step.k1 * ds, D = step.D - step.kD * ds;
    for (int k = 0; k < l.carriers; ++k) mean[k] = 0.5 * (D * mean[k] + Q1 * g1[k]);
    spread(e, l, mean.data(), force);
  }
}

void abrupt_step_force(const Equations& e, const Point& p, const double* start, Vector& force,
                       Vector& end_force) noexcept {
  force.setZero();
  end_force.setZero();
  for (const LawForce& l : e.laws) {
    if (!is_abrupt(l)) continue;
    const LawPoint m(e, l, p, false);
    OnCarriers g;
    combine(m, &one, nullptr, g);
    const element::OverStep step(*l.law, *start++, m.s[0]);
    OnCarriers mean;
    for (int k = 0; k < l.carriers; ++k, start += 3) {
      const Vec3 both = g[k] + Vec3(start[0], start[1], start[2]);
      mean[k] = 0.5 * (step.Q1 * g[k] + step.D * both);
      g[k] *= step.Q1;
    }
    spread(e, l, mean.data(), force);
    spread(e, l, g.data(), end_force);
  }
}

void add_abrupt_stiffness(const Equations& e, const Point& p, const double* start, double c,
                          linear::Patterned& K) noexcept {
  for (const LawForce& l : e.laws) {
    if (!is_abrupt(l)) continue;
    const LawPoint m(e, l, p, true);
    OnCarriers g;
    combine(m, &one, nullptr, g);
    const element::OverStep step(*l.law, *start++, m.s[0]);
    const double by_end = 0.5 * c * (step.k1 + step.kD) - step.k1, by_start = 0.5 * c * step.kD;
    LawTangent B(e, l);  // add() subtracts its arguments
    for (int k = 0; k < l.carriers; ++k, start += 3)
      B.add(k, -by_end * g[k] - by_start * Vec3(start[0], start[1], start[2]), g);
    for (int a = 0; a < m.use[0].carriers; ++a)
      for (int b = 0; b < m.use[0].carriers; ++b)
        B.add(carrier_of(l, m.use[0], a), carrier_of(l, m.use[0], b),
              0.5 * c * (step.Q1 + step.D) - step.Q1, m.H(0, a, b));
    B.add_to(K);
  }
}

}  // namespace takt::mechanism::natural
