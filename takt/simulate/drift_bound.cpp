#include "takt/simulate/drift_bound.hpp"

#include <algorithm>
#include <cmath>

namespace takt {
namespace {

constexpr Index largest_small = 16;  // coordinates plus rows; up to this: all pairs at every step
constexpr std::int64_t steps_a_sample = 128;  // a sample costs about as much as a dozen steps
constexpr double worth_a_look = 1.05;         // growth of |g''| that triggers an extra sample
constexpr std::int64_t most_looks = 1000;
constexpr int turns = 4;                   // improvements of a direction
constexpr double difference_reach = 6e-6;  // step of central differences

double sign_of(double x) noexcept { return x < 0 ? -1 : 1; }

}  // namespace

DriftBound::DriftBound(const EquationsOfMotion& system, double h, double half, Norm norm)
    : eval_(system), weight_(eval_, Metric::mass, Weight::Level::position), h_(h), half_(half),
      small_(norm == Norm::automatic ? system.shape().nv + system.shape().ng <= largest_small
                                     : norm == Norm::all_pairs) {
  const Shape& s = system.shape();
  if (small_) {
    P_ = Matrix::Zero(s.nv, s.ng);
    B_ = Matrix::Zero(s.ng, s.nv);
  } else {
    rate_ = linear::Patterned(make_terms(s).G.shared_pattern());
  }
  c_ = y_ = sum2_ = sum3_ = turned_ = Vector::Zero(s.ng);
  x_ = w_ = dq_ = Vector::Zero(s.nv);
  at_ = beside_ = system.initial();
}

bool DriftBound::wants(std::int64_t steps, double curvature) const noexcept {
  return small_ || steps % steps_a_sample == 0 ||
         (curvature > 2 * worth_a_look * m_.A1 && m_.samples < most_looks);
}

void DriftBound::sample(const State& from, const State& to) noexcept {
  eval_.place(Slot::start, from);
  if (weight_.set(Slot::start) != Status::ok) return;
  if (small_) columns_of_P();
  Norms most;
  at_ = from;
  for (const double part : {0.0, 0.5, 1.0}) {
    at_.t = from.t + part * (to.t - from.t);
    if (part < 1) {
      dq_ = part * (to.t - from.t) * from.v;
      eval_.system().retract(from.q, dq_, at_.q);
    } else {
      at_.q = to.q;
    }
    at_.v = from.v;  // v_n at all three points
    eval_.place(Slot::stage, at_);
    const Vector& gamma = eval_.at(Slot::stage, Term::gamma).gamma;
    for (Index i = 0; i < gamma.size(); ++i)
      if (is_position(i)) most.A1 = std::max(most.A1, 0.5 * std::abs(gamma[i]));
    if (small_)
      all_pairs(from.v, most);
    else
      directions(from.v, most);
  }
  const double C[3] = {most.A3 * most.A1 + h_ * most.A2 * most.A1 * most.A1,
                       most.A3 + 2 * h_ * most.A2 * most.A1, most.A2};
  for (int k = 0; k < 3; ++k) {
    if (!(C[k] <= m_.C[k])) m_.C[k] = C[k];
    if (to.t <= half_) m_.half[k] = m_.C[k];
  }
  m_.A1 = std::max(m_.A1, most.A1);
  ++m_.samples;
}

void DriftBound::columns_of_P() noexcept {
  for (Index j = 0; j < c_.size(); ++j) {
    c_.setZero();
    if (is_position(j)) c_[j] = 1;
    weight_.apply(c_, x_);
    P_.col(j) = x_;
  }
}

void DriftBound::all_pairs(const Vector& v, Norms& most) noexcept {
  at_.v.setZero();
  eval_.place(Slot::end, at_);
  B0_ = eval_.at(Slot::end, Term::Gv_q).Gv_q.to_matrix();  // part that depends on time, not on v
  sum2_.setZero();
  sum3_.setZero();
  for (Index j = 0; j < c_.size(); ++j) {
    if (!is_position(j)) continue;
    at_.v = P_.col(j);
    eval_.place(Slot::end, at_);
    B_ = eval_.at(Slot::end, Term::Gv_q).Gv_q.to_matrix() - B0_;  // d(G P_j)/dq
    sum2_ += (B_ * P_).cwiseAbs().rowwise().sum();
    sum3_ += (B_ * v + B0_ * P_.col(j)).cwiseAbs();  // the change of G along the motion
  }
  for (Index i = 0; i < c_.size(); ++i) {
    if (!is_position(i)) continue;
    most.A2 = std::max(most.A2, 0.5 * sum2_[i]);
    most.A3 = std::max(most.A3, sum3_[i]);
  }
}

void DriftBound::rate_of_G(const Vector& along, bool with_time) noexcept {
  const double size = max_norm(along);
  const double d = difference_reach / (with_time ? std::max(1.0, size) : std::max(size, 1e-300));
  rate_.set_zero();
  beside_ = at_;
  for (const double sign : {1.0, -1.0}) {
    dq_ = sign * d * along;
    eval_.system().retract(at_.q, dq_, beside_.q);
    if (with_time) beside_.t = at_.t + sign * d;
    eval_.place(Slot::end, beside_);
    rate_.values() += (sign / (2 * d)) * eval_.at(Slot::end, Term::G).G.values();
  }
}

// The position row with the largest |value|.
Index DriftBound::worst_row(const Vector& values) const noexcept {
  Index worst = -1;
  for (Index i = 0; i < values.size(); ++i)
    if (is_position(i) && (worst < 0 || std::abs(values[i]) > std::abs(values[worst]))) worst = i;
  return worst;
}

// Row `row` of (rate of G) P: the gradient of this row with respect to y.
void DriftBound::row_times_P(Index row) noexcept {
  c_.setZero();
  c_[row] = 1;
  x_.setZero();
  rate_.multiply_transposed_add(1, c_, x_);
  weight_.apply_transposed(x_, turned_);
}

void DriftBound::directions(const Vector& v, Norms& most) noexcept {
  for (Index j = 0; j < y_.size(); ++j) y_[j] = is_position(j) ? 1 : 0;
  const auto turn = [&] {
    for (Index j = 0; j < y_.size(); ++j) y_[j] = is_position(j) ? sign_of(turned_[j]) : 0;
  };
  const auto along_y = [&] {  // w = P y
    c_ = y_;
    weight_.apply(c_, w_);
  };
  const auto seen = [&] {
    sum2_.setZero();
    rate_.multiply_add(1, w_, sum2_);
  };
  rate_of_G(v, true);
  for (int k = 0; k < turns; ++k) {
    along_y();
    seen();
    row_times_P(worst_row(sum2_));
    double sum = 0;  // sum of the row: the largest value for any direction
    for (Index j = 0; j < turned_.size(); ++j)
      if (is_position(j)) sum += std::abs(turned_[j]);
    most.A3 = std::max(most.A3, sum);
    turn();
  }
  for (int k = 0; k < turns; ++k) {
    along_y();
    rate_of_G(w_, false);
    seen();
    const Index row = worst_row(sum2_);
    most.A2 = std::max(most.A2, 0.5 * std::abs(sum2_[row]));
    if (k + 1 == turns) break;
    row_times_P(row);
    turn();
  }
}

Bound DriftBound::bound() const noexcept {
  Bound b;
  b.C0 = m_.C[0], b.C1 = m_.C[1], b.C2 = m_.C[2];
  b.half_C0 = m_.half[0], b.half_C1 = m_.half[1], b.half_C2 = m_.half[2];
  b.h = h_;
  b.samples = m_.samples;
  b.estimate = !small_;
  const double r = 1 - h_ * b.C1, h3 = h_ * h_ * h_;
  b.room = r * r - 4 * h3 * b.C0 * b.C2;
  b.holds = b.samples > 0 && r > 0 && b.room > 0;
  if (b.holds) b.limit = 2 * h3 * b.C0 / (r + std::sqrt(b.room));
  return b;
}

}  // namespace takt
