// Discrete gradients of measures, laws and body forces between two configurations. An
// energy-conserving step uses them in place of gradients.
//
//   g . (x1 - x0) = V(x1) - V(x0) exactly, and g tends to the gradient as x1 tends to x0
//
// Measures have closed forms. They are composed of quadratic functions of the carriers, for which
// the gradient at the midpoint is exact, and of one function of these:
//
//   |d|           (d0 + d1) / (|d0| + |d1|)
//   atan2(N, D)   c (D dN - N dD) at the midpoint,   c = (delta / sin delta) / (|r0| |r1|)
//
// with delta the angle between r0 = (D0, N0) and r1. These forms depend only on what the measure
// itself depends on, so that forces along them also conserve momenta. Laws and body forces use the
// gradient at the midpoint plus the smallest correction that makes it exact,
//
//   g = grad V(xm) + (V(x1) - V(x0) - grad V(xm) . dx) dx / |dx|^2,   xm = (x0 + x1) / 2
//
// Terms used: V a potential or a measure; x its arguments; y carriers, d their difference.
//                                                                   Gonzalez 1996; 001 (7), (11)
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "takt/element/force/body_force.hpp"
#include "takt/element/force/law.hpp"
#include "takt/element/measure.hpp"

namespace takt::element {

// Adds the correction to the gradient at the midpoint; all arrays have n entries. `size` is the
// magnitude of V: a defect within the rounding error of V is ignored, because over a small dx it
// would be noise.
inline void correct_gradient(double* gradient, const double* dx, int n, double dV,
                             double size = 0) noexcept {
  double square = 0, along = 0;
  for (int i = 0; i < n; ++i) {
    square += dx[i] * dx[i];
    along += gradient[i] * dx[i];
  }
  const double defect = dV - along;
  if (!(square > 1e-300) || std::abs(defect) <= 2 * std::numeric_limits<double>::epsilon() * size)
    return;
  for (int i = 0; i < n; ++i) gradient[i] += defect / square * dx[i];
}

// Writes c times the discrete gradient of atan2(y_a.x_b, x_a.x_b) and returns c times the change of
// this angle, which is taken as less than half a turn. Carriers from `o`: x_a, y_a, x_b.
inline double discrete_angle(const Vec3* y0, const Vec3* y1, int o, double c,
                             MeasureValue& out) noexcept {
  const double N0 = y0[o + 1].dot(y0[o + 2]), D0 = y0[o].dot(y0[o + 2]),
               N1 = y1[o + 1].dot(y1[o + 2]), D1 = y1[o].dot(y1[o + 2]);
  const double across = N1 * D0 - N0 * D1, along = N0 * N1 + D0 * D1;
  const double delta = std::atan2(across, along);
  // delta / across, because across = |r0| |r1| sin delta
  const double slope =
      std::abs(delta) > 1e-5 ? delta / across : (1 + delta * delta / 6) / std::hypot(across, along);
  const double N = c * slope * (N0 + N1) / 2, D = c * slope * (D0 + D1) / 2;
  const Vec3 x = 0.5 * (y0[o] + y1[o]), y = 0.5 * (y0[o + 1] + y1[o + 1]),
             t = 0.5 * (y0[o + 2] + y1[o + 2]);
  out.gradient[o] = -N * t;
  out.gradient[o + 1] = D * t;
  out.gradient[o + 2] = D * y - N * x;
  return c * delta;
}

// Discrete gradient of a measure with respect to its carriers. Returns the change s(y1) - s(y0),
// for angles without whole turns; it is the sum of gradient_k . (y1_k - y0_k). out.s is s(y0).
inline double discrete_measure(MeasureKind kind, int i, int j, double L, const Vec3* y0,
                               const Vec3* y1, MeasureValue& out) noexcept {
  const int n = carriers_of(kind, i, j).count;
  std::array<Vec3, max_carriers> middle;
  for (int k = 0; k < n; ++k) middle[k] = 0.5 * (y0[k] + y1[k]);
  MeasureValue start;
  measure(kind, i, L, y0, false, start);
  double change = 0;
  auto quadratic_part = [&](MeasureKind part, int count) {
    measure(part, i, L, middle.data(), false, out);
    for (int k = 0; k < count; ++k) change += out.gradient[k].dot(y1[k] - y0[k]);
  };
  switch (kind) {
    case MeasureKind::distance: {
      const Vec3 d0 = y0[1] - y0[0], d1 = y1[1] - y1[0];
      const Vec3 e = (d0 + d1) / (d0.norm() + d1.norm());
      out.gradient[0] = -e;
      out.gradient[1] = e;
      change = e.dot(d1 - d0);
      break;
    }
    case MeasureKind::angle: change = discrete_angle(y0, y1, 0, 1, out); break;
    case MeasureKind::screw:
      quadratic_part(MeasureKind::along, 3);
      change += discrete_angle(y0, y1, 3, -L, out);
      break;
    case MeasureKind::height: {
      const double e0 = y0[0][2], e1 = y1[0][2];
      const double root = std::sqrt(1 - e0 * e0) + std::sqrt(1 - e1 * e1);
      out.gradient[0] = Vec3(0, 0, L * (e0 + e1) / root);
      out.gradient[1] = -Vec3::UnitZ();
      out.gradient[2] = Vec3::UnitZ();
      for (int k = 0; k < 3; ++k) change += out.gradient[k].dot(y1[k] - y0[k]);
      break;
    }
    default: quadratic_part(kind, n);
  }
  out.s = start.s;
  return change;
}

// True if the law at rest (s' = 0) is minus the gradient of its potential and not zero.
// conservative() does not tell this, because it judges the whole law, damper included. Therefore
// the law is tested once, at set-up, for a few values of measures, states and signals.
inline bool has_potential(const Law& law) noexcept {
  const int n = law.measures();
  const double rest[law_measures] = {}, u[law_signals] = {0.7, -0.4, 0.3}, du[law_signals] = {},
               z[law_states] = {0.2, -0.1};
  bool pulls = false;
  for (const double size : {-0.53, 0.071, 0.37, 1.13}) {
    double s[law_measures];
    for (int i = 0; i < n; ++i) s[i] = size * (1 + 0.21 * i - 0.09 * i * i);
    const auto V = [&] { return law.potential({s, rest, z, u, du}); };
    LawOut out;
    law.force({s, rest, z, u, du}, out);
    for (int i = 0; i < n; ++i) {
      const double h = 1e-5, x = s[i];
      s[i] = x + h;
      const double above = V();
      s[i] = x - h;
      const double below = V();
      s[i] = x;
      const double slope = (above - below) / (2 * h);
      if (std::abs(slope + out.Q[i]) >
          1e-3 * std::abs(out.Q[i]) + 1e-9 * (std::abs(above) + std::abs(below)))
        return false;
      pulls = pulls || out.Q[i] != 0;
    }
  }
  return pulls;
}
// A tyre at rest has the potential of its radial spring.
inline bool has_potential(const BodyForce& force) noexcept {
  return force.conservative() || force.rolling_radius() > 0;
}

// Corrects Q such that the force at rest at the midpoint becomes conservative: its part of
// sum of Q (s1 - s0) is then -(V(s1) - V(s0)).
inline void correct_law(const Law& law, const double* s0, const double* s1, const LawIn& at,
                        double* Q) noexcept {
  const int n = law.measures();
  double middle[law_measures], rest[law_measures] = {}, ds[law_measures], q[law_measures];
  for (int i = 0; i < n; ++i) {
    middle[i] = 0.5 * (s0[i] + s1[i]);
    ds[i] = s1[i] - s0[i];
  }
  LawOut out;
  law.force({middle, rest, at.z, at.u, at.du}, out);
  for (int i = 0; i < n; ++i) q[i] = out.Q[i];
  const double V0 = law.potential({s0, rest, at.z, at.u, at.du}),
               V1 = law.potential({s1, rest, at.z, at.u, at.du});
  correct_gradient(q, ds, n, V0 - V1, std::abs(V0) + std::abs(V1));
  for (int i = 0; i < n; ++i) Q[i] += q[i] - out.Q[i];
}

// For correct_law on one measure, at rest: kappa = -dQ/ds1 of the corrected force, and
// middle = -dQ/ds of the law at the measure of `at`. Returns false where s0 and s1 are so close
// that round-off in V would dominate; kappa is then half of middle.
inline bool discrete_slope(const Law& law, double s0, double s1, const LawIn& at, double& kappa,
                           double& middle) noexcept {
  const double rest[law_measures] = {}, ds = s1 - s0;
  LawOut out;
  law.derivatives({at.s, rest, at.z, at.u, at.du}, out);
  middle = -out.Q_s[0][0];
  kappa = middle / 2;
  law.force({&s1, rest, at.z, at.u, at.du}, out);
  const double V0 = law.potential({&s0, rest, at.z, at.u, at.du}),
               V1 = law.potential({&s1, rest, at.z, at.u, at.du});
  const double exact = -(out.Q[0] * ds + (V1 - V0)) / (ds * ds);
  const double noise =
      4 * std::numeric_limits<double>::epsilon() * (std::abs(V0) + std::abs(V1)) / (ds * ds);
  if (!(std::abs(ds) > 1e-6 * (1 + std::abs(s1)) &&
        noise < 1e-6 * (std::abs(exact) + std::abs(middle))))
    return false;
  kappa = exact;
  return true;
}

// The conservative part of a law over a step: sum of Q (s1 - s0) = -(V(s1) - V(s0)).
inline void discrete_law(const Law& law, const double* s0, const double* s1, const LawIn& at,
                         double* Q) noexcept {
  const int n = law.measures();
  double middle[law_measures], rest[law_measures] = {};
  for (int i = 0; i < n; ++i) middle[i] = 0.5 * (s0[i] + s1[i]);
  LawOut out;
  law.force({middle, rest, at.z, at.u, at.du}, out);
  for (int i = 0; i < n; ++i) Q[i] = out.Q[i];
  correct_law(law, s0, s1, at, Q);
}

// The same for a law on one measure without signals: by how much the discrete force of a step
// differs from the mean of the forces at its ends.
struct OverStep {
  double Q1 = 0, k1 = 0;  // force at the end, and -dQ1/ds1
  double D = 0, kD = 0;   // Q - (Q0 + Q1)/2, Q of discrete_law, and -dD/ds1
  OverStep(const Law& law, double s0, double s1) noexcept {
    const double rest = 0, middle = 0.5 * (s0 + s1);
    LawOut at;
    law.force({&s0, &rest}, at);
    const double Q0 = at.Q[0];
    law.force({&s1, &rest}, at);
    law.derivatives({&s1, &rest}, at);
    Q1 = at.Q[0];
    k1 = -at.Q_s[0][0];
    double Q = 0, kappa = 0, unused = 0;
    discrete_law(law, &s0, &s1, {}, &Q);
    discrete_slope(law, s0, s1, {&middle}, kappa, unused);
    D = Q - 0.5 * (Q0 + Q1);
    kD = kappa - 0.5 * k1;
  }
};

// For a body force whose potential depends on the position of its frame: F . (p1 - p0) = -dV, at
// rest and at the attitude of `at`.
inline void between_places(const BodyForce& force, const BodyForceIn& at, const Vec3& p0,
                           const Vec3& p1, BetweenPlaces& out) noexcept {
  if (force.between(p0, p1, out, false)) return;
  BodyForceIn in = at;
  in.v = in.w = Vec3::Zero();
  in.p = 0.5 * (p0 + p1);
  BodyForceOut middle;
  force.force(in, middle);
  out.F = out.F_middle = middle.wrench.tail<3>();
  in.p = p0;
  const double V0 = force.potential(in);
  in.p = p1;
  const double V1 = force.potential(in);
  const Vec3 dp = p1 - p0;
  correct_gradient(out.F.data(), dp.data(), 3, V0 - V1, std::abs(V0) + std::abs(V1));
}

}  // namespace takt::element
