// Derivative terms by central differences, for systems that do not write them down, for the
// Jacobian source `dense`, and to check those that do.
//
// What must be in closed form: M, f, g, G, gI, e. Increments are taken in the tangent space.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

class Differences {
 public:
  explicit Differences(const EquationsOfMotion&);

  // Fills the terms asked for; returns the number of evaluations that took. Needs no heap.
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
  // At a time later by h: u along u', u' along u''.
  void excite_later(const Excitation&, double h) noexcept;
  void balance(const Point&, int side, Vector& r) const noexcept;  // M a - f + G' lambda

  const EquationsOfMotion& system_;
  Terms side_[2];
  Excitation u_;
  Vector q_, dq_, v_, z_, r_[2], w_[2];
  int calls_ = 0;
};

}  // namespace takt
