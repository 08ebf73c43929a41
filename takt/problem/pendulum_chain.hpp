// A hanging chain of N mathematical pendulums whose support is shaken.
//
//   sum_j n_ij cos(a_i - a_j) a_j'' = - sum_j n_ij sin(a_i - a_j) a_j'^2
//                                     - n_ii (cos a_i x_s'' + sin a_i (g + y_s'')) / l - d (M a')_i
//
// both sides multiplied by m l^2. Terms used: a_i angle between rod i and the vertical, rod 1 at
// the support; n_ij = N + 1 - max(i, j) number of masses below both rods; (x_s, y_s) = u(t)
// position of the support, of which only u'' enters; d damping that acts on velocities relative to
// the support. The mass of the support has no influence.              002 sec. 4.2.1, ERRATA 002.6
//
// M is a full matrix, but accelerations are computed without it. With t_k = (cos, sin) across rod
// k, d_k = (sin, -cos) along rod k, and F_k = -T_k d_k + tau_k/l t_k the force of rod k on mass k,
// Newton's law for neighbouring masses,
//
//   m l (t_k a_k'' - d_k a_k'^2) = 2 F_k - F_{k-1} - F_{k+1}
//
// projected on d_k, is a tridiagonal system for the tensions T. Projected on t_k, it then gives
// a_k''. The cost is O(N).
#pragma once

#include "takt/eom/equations_of_motion.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

class PendulumChain final : public EquationsOfMotion, public Recursive {
 public:
  static constexpr Parameter parameters[] = {
      {"N", 16, "", "number of pendulums, a whole number", 0, 1e6},
      {"omega", 0.31415926535897931, "rad/s", "angular frequency of the support"},
      {"x_amplitude", 0.3, "m", "amplitude of the support sideways"},
      {"y_amplitude", 0.2, "m", "amplitude of the support upwards"},
      {"damping", 0, "1/s", "part of the velocities lost in a second"}};

  explicit PendulumChain(const Parameters&);

  const Shape& shape() const noexcept override { return shape_; }
  const Names& names() const noexcept override { return names_; }
  State initial() const override;
  std::unique_ptr<Scratch> make_scratch() const override;
  void excite(double t, std::span<const double>, Excitation&) const noexcept override;
  void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept override;
  // In the frame of the support; the acceleration of the support acts like gravity.
  double potential(const Point&, Scratch&) const noexcept override;
  void outputs(const Point&, std::span<double>, Scratch&) const noexcept override;
  const Recursive* recursive() const noexcept override { return this; }

  void acceleration(const Point&, const Vector& extra, Vector& a, Scratch&) const noexcept override;
  void balance(const Point&, const Vector& a, const Vector& extra, Vector& r,
               Scratch&) const noexcept override;

 private:
  struct Work;
  void stiffness(const Point&, bool with_inertia, linear::Patterned& K, Work&) const noexcept;
  // masses that rod i carries, i from 0
  double below(Index i) const noexcept { return static_cast<double>(N_ - i); }

  static constexpr double m = 1, l = 1, g = 9.81;  // kg, m, m/s^2
  Index N_;
  double omega_, x_amplitude_, y_amplitude_, d_;
  Shape shape_;
  Names names_;
};

}  // namespace takt::problem
