// Derivative terms by central differences: for systems that have no closed form of them, for the
// Jacobian source `dense`, and for tests of closed forms.
//
// A system must provide M, f, g, G, gI and e in closed form. Increments are taken in the tangent
// space.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

class Differences {
 public:
  explicit Differences(const EquationsOfMotion&);

  // Computes the requested terms; returns the number of evaluations. Does not allocate.
  int evaluate(const Point&, Need, Terms&, Scratch&) noexcept;

 private:
  void probe(const Point&, Need, const Vector& q, const Vector& v, const Vector& z, int side,
             Scratch&) noexcept;
  void by_position(const Point&, Need, Terms&, Scratch&) noexcept;
  void by_velocity(const Point&, Need, Terms&, Scratch&) noexcept;
  void by_auxiliary(const Point&, Need, Terms&, Scratch&) noexcept;
  void along_velocity(const Point&, Need, Terms&, Scratch&) noexcept;
  void along_motion(const Point&, Terms&, Scratch&) noexcept;
  void by_time(const Point&, Need, Terms&, Scratch&) noexcept;
  // The excitation at a time later by h, extrapolated with u' and u''.
  void excite_later(const Excitation&, double h) noexcept;
  void balance(const Point&, int side, Vector& r) const noexcept;  // M a - f + G' lambda

  const EquationsOfMotion& system_;
  Terms side_[2];
  Excitation u_;
  Vector q_, dq_, v_, z_, r_[2], w_[2];
  int calls_ = 0;
};

}  // namespace takt
