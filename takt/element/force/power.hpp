// The power that an element brings into a mechanism or takes out of it.
//
//   P = Q . s' + dV/dt,   dV/dt = V_s . s' + V_u . u' + V_z . z'
//
// of which `input_power` is the part of its signals. The rest is dissipated power, negative where
// energy is taken out. An element without signals whose force is minus the gradient of its
// potential has P = 0.
//
// Terms used: V potential; dV/dt is a central difference along s', u' and z', over a time so short
// that no measure moves by more than 1e-5 of its unit.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/element/force/body_force.hpp"
#include "takt/element/force/law.hpp"

namespace takt::element {

struct Power {
  double inputs = 0, dissipated = 0;  // W
};

namespace power {

// cube root of the machine precision: balances truncation and round-off
inline constexpr double reach = 6e-6;

inline double longest(double size) noexcept { return reach / std::max(1.0, size); }
// Relative rate of a signal, which may be a torque of any magnitude; limited, so that a fast signal
// does not make the interval too short.
inline double change_of(double u, double du) noexcept {
  return std::min(std::abs(du) / std::max(1.0, std::abs(u)), 100.0);
}

}  // namespace power

// To be called after law.force(in, out).
inline double potential_rate(const Law& law, const LawIn& in, const LawOut& out) noexcept {
  const int n = law.measures(), nz = law.states(), nu = law.signals();
  double fastest = 0;
  for (int i = 0; i < n; ++i) fastest = std::max(fastest, std::abs(in.ds[i]));
  for (int i = 0; i < nu; ++i) fastest = std::max(fastest, power::change_of(in.u[i], in.du[i]));
  const double d = power::longest(fastest);
  double s[law_measures], u[law_signals], z[law_states];
  LawIn moved = in;
  moved.s = s, moved.u = u, moved.z = z;
  const auto at = [&](double dt) {
    for (int i = 0; i < n; ++i) s[i] = in.s[i] + dt * in.ds[i];
    for (int i = 0; i < nu; ++i) u[i] = in.u[i] + dt * in.du[i];
    for (int i = 0; i < nz; ++i) z[i] = in.z[i] + dt * out.e[i];
    return law.potential(moved);
  };
  return (at(d) - at(-d)) / (2 * d);
}

inline Power power_of(const Law& law, const LawIn& in, const LawOut& out) noexcept {
  if (law.conservative() && law.signals() == 0) return {};
  double all = potential_rate(law, in, out);
  for (int i = 0, n = law.measures(); i < n; ++i)
    if (law.acts_on(i)) all += out.Q[i] * in.ds[i];
  const double inputs = law.input_power(in, out, all);
  return {inputs, all - inputs};
}

// To be called after force.force(in, out).
inline double potential_rate(const BodyForce& force, const BodyForceIn& in,
                             const BodyForceOut& out) noexcept {
  const int nz = force.states(), nu = force.signals();
  double fastest = std::max(in.w.cwiseAbs().maxCoeff(), in.v.cwiseAbs().maxCoeff());
  for (int i = 0; i < nu; ++i) fastest = std::max(fastest, power::change_of(in.u[i], in.du[i]));
  const double d = power::longest(fastest);
  double u[body_force_signals], z[body_force_states];
  BodyForceIn moved = in;
  moved.u = u, moved.z = z;
  Mat3 turn;
  for (int k = 0; k < 3; ++k) turn.col(k) = rotation::cross(in.w, Vec3(in.R.col(k)));
  const auto at = [&](double dt) {
    moved.R = in.R + dt * turn;  // a rotation, except for the square of an angle below 1e-5
    moved.p = in.p + dt * in.v;
    for (int i = 0; i < nu; ++i) u[i] = in.u[i] + dt * in.du[i];
    for (int i = 0; i < nz; ++i) z[i] = in.z[i] + dt * out.e[i];
    return force.potential(moved);
  };
  return (at(d) - at(-d)) / (2 * d);
}

inline Power power_of(const BodyForce& force, const BodyForceIn& in,
                      const BodyForceOut& out) noexcept {
  if (force.conservative() && force.signals() == 0) return {};
  const double all = potential_rate(force, in, out) + out.wrench.head<3>().dot(in.w) +
                     out.wrench.tail<3>().dot(in.v);
  const double inputs = force.input_power(in, out, all);
  return {inputs, all - inputs};
}

}  // namespace takt::element
