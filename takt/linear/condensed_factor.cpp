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
std::vector<bool> independent(const Pattern& p) {
  const auto n = static_cast<std::size_t>(p.cols);
  std::vector<std::vector<int>> near(n);
  std::vector<bool> diagonal(n), taken(n);
  each_entry(p, [&](int i, int j, int) {
    if (i == j) diagonal[at(i)] = true;
    near[at(std::max(i, j))].push_back(std::min(i, j));
  });
  for (std::size_t i = 0; i < n; ++i)
    taken[i] = diagonal[i] && std::none_of(near[i].begin(), near[i].end(),
                                           [&](int j) { return at(j) != i && taken[at(j)]; });
  return taken;
}

}  // namespace

bool CondensedFactor::analyse(const Pattern& p) {
  if (p.full || p.cols < fewest_unknowns_condensed) return false;
  const std::vector<bool> gone = independent(p);
  gone_at_.clear();
  rest_at_.clear();
  std::vector<int> local(gone.size());
  for (std::size_t i = 0; i < gone.size(); ++i) {
    std::vector<int>& to = gone[i] ? gone_at_ : rest_at_;
    local[i] = static_cast<int>(to.size());
    to.push_back(static_cast<int>(i));
  }
  const double full = static_cast<double>(rest_at_.size()) * static_cast<double>(p.cols);
  if (4 * gone_at_.size() < gone.size() ||
      full > most_entries_condensed * static_cast<double>(p.size()))
    return false;

  kernels_ = TAKT_BEST_KERNELS(block);
  rest_ = block::padded(static_cast<int>(rest_at_.size()));
  gone_ = block::padded(static_cast<int>(gone_at_.size()));
  const int B = rest_ * rest_, D = B + rest_ * gone_, R = D + gone_;
  place_.clear();
  entries_.clear();
  each_entry(p, [&](int i, int j, int) {
    const int row = local[at(i)], col = local[at(j)];
    if (gone[at(i)] && gone[at(j)]) {
      place_.push_back(D + row);
    } else if (gone[at(i)]) {
      place_.push_back(R + static_cast<int>(entries_.size()));
      entries_.push_back({row, col});
    } else {
      place_.push_back((gone[at(j)] ? B : 0) + col * rest_ + row);
    }
  });
  memory_.assign(at(R) + entries_.size(), 0.0);
  A_ = memory_.data(), B_ = A_ + B, D_ = A_ + D, R_ = A_ + R;
  scale_.assign(at(rest_), 0.0);
  pivot_.assign(at(rest_), 0);
  y_.assign(at(rest_), 0.0);
  x_.assign(at(gone_), 0.0);
  return true;
}

bool CondensedFactor::takes(const Vector& values) noexcept {
  std::fill(A_, D_, 0.0);
  for (std::size_t k = 0; k < place_.size(); ++k) A_[place_[k]] = values[static_cast<Index>(k)];
  for (std::size_t i = 0; i < gone_at_.size(); ++i) D_[i] = 1 / D_[i];
  bool good = true;
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    R_[k] *= D_[entries_[k].row];
    good &= smallest_condensed_pivot * std::abs(R_[k]) <= 1;
  }
  return good;
}

Status CondensedFactor::factorise() noexcept {
  for (std::size_t k = 0; k < entries_.size(); ++k)
    if (R_[k] != 0)
      kernels_->subtract_column(R_[k], B_ + entries_[k].row * rest_, rest_,
                                A_ + entries_[k].col * rest_);
  for (int i = static_cast<int>(rest_at_.size()); i < rest_; ++i) A_[i * rest_ + i] = 1;
  kernels_->row_scales(A_, rest_, scale_.data());
  return kernels_->factorise(A_, rest_, scale_.data(), pivot_.data()) ? Status::ok
                                                                      : Status::singular;
}

void CondensedFactor::solve(Vector& x) noexcept {
  for (std::size_t i = 0; i < gone_at_.size(); ++i) x_[i] = x[gone_at_[i]] * D_[i];
  for (std::size_t i = 0; i < rest_at_.size(); ++i) y_[i] = x[rest_at_[i]];
  std::fill(y_.begin() + static_cast<std::ptrdiff_t>(rest_at_.size()), y_.end(), 0.0);
  kernels_->subtract(B_, rest_, gone_, x_.data(), y_.data());
  kernels_->solve(A_, rest_, pivot_.data(), y_.data());
  for (std::size_t k = 0; k < entries_.size(); ++k)
    x_[at(entries_[k].row)] -= R_[k] * y_[at(entries_[k].col)];
  for (std::size_t i = 0; i < gone_at_.size(); ++i) x[gone_at_[i]] = x_[i];
  for (std::size_t i = 0; i < rest_at_.size(); ++i) x[rest_at_[i]] = y_[i];
}

}  // namespace takt::linear
