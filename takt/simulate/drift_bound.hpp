// The bound that theory promises for one-Newton-step projection.              000 section 3.4, (13)
//
//   |g(q_n)| <= g_lim = 2 h^3 C0 / (1 - h C1 + sqrt((1 - h C1)^2 - 4 h^3 C0 C2))    (ERRATA 000.4)
//   A1 = max |g''(xi)|/2,  A2 = max |g_qq(xi)(P, P)|/2,  A3 = max |G'(xi) P|
//   C2 = A2,  C1 = A3 + 2 h A2 A1,  C0 = A3 A1 + h A2 A1^2
//
// Terms used: P = M^-1 G' (G M^-1 G')^-1 of t_n; xi at both ends of the step; maximum norms over
// the position rows; primes of g and G are rates along the motion with v_n, time included (ERRATA
// 000.3). On rotations the rate of G applied to P is not the derivative of G v along P.
#pragma once

#include "takt/stabilise/weight.hpp"

namespace takt {

class DriftBound {
 public:
  explicit DriftBound(const EquationsOfMotion&);

  void go_on_from(double C0, double C1, double C2) noexcept {  // of an earlier part of the run
    C0_ = C0, C1_ = C1, C2_ = C2;
  }
  void sample(const State& from, const State& to, double h) noexcept;  // one step taken

  double C0() const noexcept { return C0_; }
  double C1() const noexcept { return C1_; }
  double C2() const noexcept { return C2_; }
  bool holds() const noexcept;    // condition (13)
  double limit() const noexcept;  // g_lim; meaningless unless holds()

 private:
  Evaluator eval_;
  Weight weight_;  // P
  Matrix P_, B_, B0_;
  Vector c_, x_, sum2_, sum3_;
  State at_;
  double C0_ = 0, C1_ = 0, C2_ = 0, h_ = 0;
};

}  // namespace takt
