// The bound that theory promises for one-Newton-step projection.              000 section 3.4, (13)
//
//   |g(q_n)| <= g_lim = 2 h^3 C0 / (1 - h C1 + sqrt((1 - h C1)^2 - 4 h^3 C0 C2))    (ERRATA 000.4)
//   A1 = max |g''(xi)|/2,  A2 = max |g_qq(xi)(P, P)|/2,  A3 = max |G'(xi) P|
//   C2 = A2,  C1 = A3 + 2 h A2 A1,  C0 = A3 A1 + h A2 A1^2
//
// as long as velocities stay bounded, for the constants are maxima over the run; it says nothing about
// energy. Terms used: P = M^-1 G' (G M^-1 G')^-1 of t_n; xi at the start, the middle and the end of the
// step; maximum norms over the position rows; primes of g and G are rates along the motion with v_n,
// time included (ERRATA 000.3). On rotations the rate of G applied to P is not the derivative of G v
// along P.
//
// Small systems take all pairs of columns of P at every step. Of larger ones it is an estimate: every
// 128th step, and those that are more curved than any before (|g''| has grown by a twentieth); A2 and A3
// from few directions P y, |y| = 1, each turned to where the largest row grows fastest (y <- sign of its
// gradient, as norms of matrices are estimated).
//                                                       Hager, SIAM J. Sci. Stat. Comput. 5 (1984)
#pragma once

#include <cstdint>

#include "takt/simulate/bound.hpp"
#include "takt/stabilise/weight.hpp"

namespace takt {

class DriftBound {
 public:
  enum class Norm : std::uint8_t { automatic, all_pairs, directions };
  // `half`: the time in the middle of the run.
  DriftBound(const EquationsOfMotion&, double h, double half, Norm = Norm::automatic);

  // Whether the next step, after `steps` of them, is worth a sample; `curvature` is the largest |g''|
  // of the state it starts from.
  bool wants(std::int64_t steps, double curvature) const noexcept;
  void sample(const State& from, const State& to) noexcept;  // one step taken
  Bound bound() const noexcept;

  struct Memory {  // what a run that goes on needs
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
  // Of the point xi, which is at_.
  void all_pairs(const Vector& v, Norms&) noexcept;
  void directions(const Vector& v, Norms&) noexcept;
  void rate_of_G(const Vector& along, bool with_time) noexcept;
  Index worst_row(const Vector&) const noexcept;
  void row_times_P(Index row) noexcept;
  void columns_of_P() noexcept;
  bool is_position(Index i) const noexcept {
    return eval_.shape().row_level[static_cast<std::size_t>(i)] == RowLevel::position;
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
