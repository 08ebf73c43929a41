#include "takt/linear/condensed_factor.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/instruction_set.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {
namespace {

// Which unknowns to eliminate: goes through them in order and takes each one that has a diagonal
// entry and is not coupled to an unknown taken before.
List<bool> independent(const Pattern& p) {
  const int n = static_cast<int>(p.cols);
  List<List<int>> near(n);
  List<bool> diagonal(n), taken(n);
  each_entry(p, [&](int i, int j, int) {
    if (i == j) diagonal[i] = true;
    near[std::max(i, j)].push_back(std::min(i, j));
  });
  for (int i = 0; i < n; ++i)
    taken[i] = diagonal[i] && std::none_of(near[i].begin(), near[i].end(),
                                           [&](int j) { return j != i && taken[j]; });
  return taken;
}

}  // namespace

bool CondensedFactor::analyse(const Pattern& p) {
  if (p.full || p.cols < fewest_unknowns_condensed) return false;
  const List<bool> gone = independent(p);
  gone_at_.clear();
  rest_at_.clear();
  List<int> local(gone.size());
  for (int i = 0; i < gone.count(); ++i) {
    List<int>& to = gone[i] ? gone_at_ : rest_at_;
    local[i] = to.count();
    to.push_back(i);
  }
  const double full = static_cast<double>(rest_at_.size()) * static_cast<double>(p.cols);
  if (4 * gone_at_.size() < gone.size() ||
      full > most_entries_condensed * static_cast<double>(p.size()))
    return false;

  kernels_ = TAKT_BEST_KERNELS(block);
  rest_ = block::padded(rest_at_.count());
  gone_ = block::padded(gone_at_.count());
  const int B = rest_ * rest_, D = B + rest_ * gone_, R = D + gone_;
  place_.clear();
  entries_.clear();
  each_entry(p, [&](int i, int j, int) {
    const int row = local[i], col = local[j];
    if (gone[i] && gone[j]) {
      place_.push_back(D + row);
    } else if (gone[i]) {
      place_.push_back(R + entries_.count());
      entries_.push_back({row, col});
    } else {
      place_.push_back((gone[j] ? B : 0) + col * rest_ + row);
    }
  });
  memory_.assign(R + entries_.count(), 0.0);
  A_ = memory_.data(), B_ = A_ + B, D_ = A_ + D, R_ = A_ + R;
  scale_.assign(rest_, 0.0);
  pivot_.assign(rest_, 0);
  y_.assign(rest_, 0.0);
  x_.assign(gone_, 0.0);
  return true;
}

bool CondensedFactor::takes(const Vector& values) noexcept {
  std::fill(A_, D_, 0.0);
  for (int k = 0; k < place_.count(); ++k) A_[place_[k]] = values[k];
  for (int i = 0; i < gone_at_.count(); ++i) D_[i] = 1 / D_[i];
  bool good = true;
  for (int k = 0; k < entries_.count(); ++k) {
    R_[k] *= D_[entries_[k].row];
    good &= smallest_condensed_pivot * std::abs(R_[k]) <= 1;
  }
  return good;
}

Status CondensedFactor::factorise() noexcept {
  for (int k = 0; k < entries_.count(); ++k)
    if (R_[k] != 0)
      kernels_->subtract_column(R_[k], B_ + entries_[k].row * rest_, rest_,
                                A_ + entries_[k].col * rest_);
  for (int i = rest_at_.count(); i < rest_; ++i) A_[i * rest_ + i] = 1;
  kernels_->row_scales(A_, rest_, scale_.data());
  return kernels_->factorise(A_, rest_, scale_.data(), pivot_.data()) ? Status::ok
                                                                      : Status::singular;
}

void CondensedFactor::solve(Vector& x) noexcept {
  for (int i = 0; i < gone_at_.count(); ++i) x_[i] = x[gone_at_[i]] * D_[i];
  for (int i = 0; i < rest_at_.count(); ++i) y_[i] = x[rest_at_[i]];
  std::fill(y_.begin() + static_cast<std::ptrdiff_t>(rest_at_.size()), y_.end(), 0.0);
  kernels_->subtract(B_, rest_, gone_, x_.data(), y_.data());
  kernels_->solve(A_, rest_, pivot_.data(), y_.data());
  for (int k = 0; k < entries_.count(); ++k) x_[entries_[k].row] -= R_[k] * y_[entries_[k].col];
  for (int i = 0; i < gone_at_.count(); ++i) x[gone_at_[i]] = x_[i];
  for (int i = 0; i < rest_at_.count(); ++i) x[rest_at_[i]] = y_[i];
}

}  // namespace takt::linear
