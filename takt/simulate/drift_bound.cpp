#include "takt/simulate/drift_bound.hpp"

#include <algorithm>
#include <cmath>

namespace takt {
DriftBound::DriftBound(const EquationsOfMotion& system)
    : eval_(system), weight_(eval_, Metric::mass, Weight::Level::position) {
  const Shape& s = system.shape();
  P_ = Matrix::Zero(s.nv, s.ng);
  B_ = Matrix::Zero(s.ng, s.nv);
  c_ = Vector::Zero(s.ng);
  sum2_ = Vector::Zero(s.ng);
  sum3_ = Vector::Zero(s.ng);
  x_ = Vector::Zero(s.nv);
  at_ = system.initial();
}

void DriftBound::sample(const State& from, const State& to, double h) noexcept {
  const Shape& s = eval_.shape();
  const auto is_position = [&](Index i) {
    return s.row_level[static_cast<std::size_t>(i)] == RowLevel::position;
  };
  h_ = h;
  eval_.place(Slot::start, from);
  weight_.set(Slot::start);
  for (Index j = 0; j < s.ng; ++j) {
    c_.setZero();
    if (is_position(j)) c_[j] = 1;
    weight_.apply(c_, x_);
    P_.col(j) = x_;
  }
  double A1 = 0, A2 = 0, A3 = 0;
  for (const State* xi : {&from, &to}) {
    at_.t = xi->t;
    at_.q = xi->q;
    at_.v = from.v;  // u_n in all of them
    eval_.place(Slot::stage, at_);
    const Vector& gamma = eval_.at(Slot::stage, Term::gamma).gamma;
    at_.v.setZero();
    eval_.place(Slot::end, at_);
    B0_ = eval_.at(Slot::end, Term::Gv_q).Gv_q.to_matrix();  // the part that time brings
    sum2_.setZero();
    sum3_.setZero();
    for (Index j = 0; j < s.ng; ++j) {
      if (!is_position(j)) continue;
      at_.v = P_.col(j);
      eval_.place(Slot::end, at_);
      B_ = eval_.at(Slot::end, Term::Gv_q).Gv_q.to_matrix() - B0_;  // d(G P_j)/dq
      sum2_ += (B_ * P_).cwiseAbs().rowwise().sum();
      sum3_ += (B_ * from.v + B0_ * P_.col(j)).cwiseAbs();  // the change of G along the motion
    }
    for (Index i = 0; i < s.ng; ++i) {
      if (!is_position(i)) continue;
      A1 = std::max(A1, 0.5 * std::abs(gamma[i]));
      A2 = std::max(A2, 0.5 * sum2_[i]);
      A3 = std::max(A3, sum3_[i]);
    }
  }
  C2_ = std::max(C2_, A2);
  C1_ = std::max(C1_, A3 + 2 * h * A2 * A1);
  C0_ = std::max(C0_, A3 * A1 + h * A2 * A1 * A1);
}

bool DriftBound::holds() const noexcept {
  const double r = 1 - h_ * C1_;
  return r > 0 && r * r - 4 * h_ * h_ * h_ * C0_ * C2_ > 0;
}

double DriftBound::limit() const noexcept {
  const double r = 1 - h_ * C1_, h3 = h_ * h_ * h_;
  return 2 * h3 * C0_ / (r + std::sqrt(r * r - 4 * h3 * C0_ * C2_));
}

}  // namespace takt
