// Computes the theoretical bound of the constraint drift for projection with one Newton step.
//                                                                            000 section 3.4, (13)
//
//   |g(q_n)| <= g_lim = 2 h^3 C0 / (1 - h C1 + sqrt((1 - h C1)^2 - 4 h^3 C0 C2))    (ERRATA 000.4)
//   A1 = max |g''(xi)|/2,  A2 = max |g_qq(xi)(P, P)|/2,  A3 = max |G'(xi) P|
//   C2 = A2,  C1 = A3 + 2 h A2 A1,  C0 = A3 A1 + h A2 A1^2
//
// The bound holds as long as velocities stay bounded, because the constants are maxima over the
// run. It says nothing about energy.
//
// Terms used: P = M^-1 G' (G M^-1 G')^-1 at t_n; xi the start, the middle and the end of the step;
// maximum norms over the position rows; primes of g and G are rates along the motion with v_n, time
// included (ERRATA 000.3). For rotations the rate of G applied to P is not the derivative of G v
// along P.
//
// Small systems use all pairs of columns of P at every step. For larger systems the bound is an
// estimate: it samples every 128th step, and steps whose |g''| is at least 5 % above the largest so
// far. A2 and A3 are then computed from a few directions P y, |y| = 1. Each direction is improved
// by y <- sign of the gradient of the largest row, as in the estimation of matrix norms.
//                                                       Hager, SIAM J. Sci. Stat. Comput. 5 (1984)
#pragma once

#include <cstdint>

#include "takt/simulate/bound.hpp"
#include "takt/stabilise/weight.hpp"

namespace takt {

class DriftBound {
 public:
  enum class Norm : std::uint8_t { automatic, all_pairs, directions };
  // `half`: the time at the middle of the run.
  DriftBound(const EquationsOfMotion&, double h, double half, Norm = Norm::automatic);

  // True if the next step, after `steps` steps, shall be sampled; `curvature` is the largest |g''|
  // of the state at its start.
  bool wants(std::int64_t steps, double curvature) const noexcept;
  void sample(const State& from, const State& to) noexcept;  // one step taken
  Bound bound() const noexcept;

  struct Memory {  // saved in checkpoints, to resume a run
    double C[3], half[3];
    double A1;  // the largest so far
    std::int64_t samples;
  };
  const Memory& memory() const noexcept { return m_; }
  void go_on_from(const Memory& m) noexcept { m_ = m; }

 private:
  struct Norms {
    double A1 = 0, A2 = 0, A3 = 0;
  };
  // Norms at the point xi, which is at_.
  void all_pairs(const Vector& v, Norms&) noexcept;
  void directions(const Vector& v, Norms&) noexcept;
  void rate_of_G(const Vector& along, bool with_time) noexcept;
  Index worst_row(const Vector&) const noexcept;
  void row_times_P(Index row) noexcept;
  void columns_of_P() noexcept;
  bool is_position(Index i) const noexcept {
    return eval_.shape().row_level[i] == RowLevel::position;
  }

  Evaluator eval_;
  Weight weight_;  // P
  double h_, half_;
  bool small_;
  Matrix P_, B_, B0_;
  linear::Patterned rate_;  // of G
  Vector c_, x_, y_, dq_, turned_, sum2_, sum3_, w_;
  State at_, beside_;
  Memory m_{};
};

}  // namespace takt
