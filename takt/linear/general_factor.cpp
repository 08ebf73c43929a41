#include "takt/linear/general_factor.hpp"

#include <algorithm>

#include "takt/linear/entries.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {

void GeneralFactor::analyse(const Pattern& p) {
  const double entries = static_cast<double>(p.size());
  const double whole = static_cast<double>(p.rows) * static_cast<double>(p.cols);
  may_condense_ = condensed_.analyse(p);
  condensed_now_ = false;
  is_sparse_ =
      !may_condense_ && !p.full && p.cols > largest_dense && entries < densest_sparse * whole;
  if (is_sparse_) {
    sparse_.analyse(p);
    return;
  }
  dense_.analyse(p.cols, DenseFactor::Kind::lu);
  place_.clear();
  each_entry(p, [&](int i, int j, int) { place_.push_back(static_cast<int>(j * p.rows + i)); });
}

Status GeneralFactor::factorise(const Vector& values) noexcept {
  if (is_sparse_) return sparse_.factorise(values);
  condensed_now_ = may_condense_ && condensed_.takes(values);
  if (condensed_now_) return condensed_.factorise();
  double* A = dense_.values();
  std::fill_n(A, dense_.size() * dense_.size(), 0.0);
  for (int k = 0; k < place_.count(); ++k) A[place_[k]] = values[k];
  return dense_.factorise();
}

Status GeneralFactor::choose_pivots(const Vector& values) noexcept {
  return is_sparse_ ? sparse_.choose_pivots(values) : Status::ok;
}

void GeneralFactor::solve(Vector& x) noexcept {
  if (is_sparse_)
    sparse_.solve(x);
  else if (condensed_now_)
    condensed_.solve(x);
  else
    dense_.solve(x.data(), 1);
}

}  // namespace takt::linear
