// Discrete gradients of measures, laws and body forces: what an energy-conserving step asks of an
// element between two configurations.
//
//   g = grad V(xm) + (V(x1) - V(x0) - grad V(xm) . dx) dx / |dx|^2,   xm = (x0 + x1) / 2
//
// so that g . (x1 - x0) = V(x1) - V(x0) exactly. Quadratic functions need no correction; g tends to
// the gradient as x1 tends to x0.                              Gonzalez 1996; 001 (7), (11)
//
// Terms used: V a potential or a measure; x its arguments.
#pragma once

#include <array>

#include "takt/element/force/body_force.hpp"
#include "takt/element/force/law.hpp"
#include "takt/element/measure.hpp"

namespace takt::element {

// Adds the correction to the gradient at the midpoint; all have n entries.
inline void correct_gradient(double* gradient, const double* dx, int n, double dV) noexcept {
  double square = 0, along = 0;
  for (int i = 0; i < n; ++i) {
    square += dx[i] * dx[i];
    along += gradient[i] * dx[i];
  }
  if (!(square > 1e-300)) return;
  for (int i = 0; i < n; ++i) gradient[i] += (dV - along) / square * dx[i];
}

// Of a measure over its carriers: sum of gradient_k . (y1_k - y0_k) = s(y1) - s(y0).
inline void discrete_measure(MeasureKind kind, int i, int j, double L, const Vec3* y0,
                             const Vec3* y1, MeasureValue& out) noexcept {
  const int n = carriers_of(kind, i, j).count;
  std::array<Vec3, max_carriers> middle;
  for (int k = 0; k < n; ++k) middle[static_cast<std::size_t>(k)] = 0.5 * (y0[k] + y1[k]);
  MeasureValue from, to;
  measure(kind, i, L, y0, false, from);
  measure(kind, i, L, y1, false, to);
  measure(kind, i, L, middle.data(), false, out);
  double g[3 * max_carriers], dy[3 * max_carriers];
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < 3; ++c) {
      g[3 * k + c] = out.gradient[static_cast<std::size_t>(k)][c];
      dy[3 * k + c] = y1[k][c] - y0[k][c];
    }
  correct_gradient(g, dy, 3 * n, to.s - from.s);
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < 3; ++c) out.gradient[static_cast<std::size_t>(k)][c] = g[3 * k + c];
}

// The conservative part of a law: sum of Q (s1 - s0) = -(V(s1) - V(s0)).
inline void discrete_law(const Law& law, const double* s0, const double* s1, const LawIn& at,
                         double* Q) noexcept {
  const int n = law.measures();
  double middle[law_measures], rest[law_measures] = {}, ds[law_measures];
  for (int i = 0; i < n; ++i) {
    middle[i] = 0.5 * (s0[i] + s1[i]);
    ds[i] = s1[i] - s0[i];
  }
  LawOut out;
  law.force({middle, rest, at.z, at.u, at.du}, out);
  for (int i = 0; i < n; ++i) Q[i] = out.Q[i];
  const double dV =
      law.potential({s1, rest, at.z, at.u, at.du}) - law.potential({s0, rest, at.z, at.u, at.du});
  correct_gradient(Q, ds, n, -dV);
}

// Of a conservative body force that depends on the place of its frame only: F . (p1 - p0) = -dV.
inline Vec3 discrete_body_force(const BodyForce& force, const BodyForceIn& from,
                                const BodyForceIn& to) noexcept {
  BodyForceIn middle = from;
  middle.p = 0.5 * (from.p + to.p);
  middle.w = middle.v = Vec3::Zero();
  BodyForceOut out;
  force.force(middle, out);
  Vec3 F = out.wrench.tail<3>();
  const Vec3 dp = to.p - from.p;
  correct_gradient(F.data(), dp.data(), 3, -(force.potential(to) - force.potential(from)));
  return F;
}

}  // namespace takt::element
