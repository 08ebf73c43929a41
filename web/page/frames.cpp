#include "web/page/frames.hpp"

#include <algorithm>

namespace takt::web {

Frames::Frames(std::size_t columns, std::size_t most)
    : columns_(columns), most_(std::max<std::size_t>(4, most)) {}

void Frames::add(std::span<const double> row) {
  last_.assign(row.begin(), row.end());
  if (seen_++ % every_ != 0) return;
  if (cells_.size() == (most_ - 1) * columns_) {  // the last row needs a place, too
    const std::size_t kept = most_ / 2;
    for (std::size_t i = 1; i < kept; ++i)
      std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(2 * i * columns_), columns_,
                  cells_.begin() + static_cast<std::ptrdiff_t>(i * columns_));
    cells_.resize(kept * columns_);
    every_ *= 2;
    if (!last_is_kept()) return;
  }
  cells_.insert(cells_.end(), row.begin(), row.end());
}

std::size_t Frames::rows() const noexcept {
  if (columns_ == 0) return 0;
  return cells_.size() / columns_ + (seen_ > 0 && !last_is_kept() ? 1 : 0);
}

std::vector<double> Frames::column(std::size_t k) const {
  std::vector<double> values(rows());
  const std::size_t kept = columns_ == 0 ? 0 : cells_.size() / columns_;
  for (std::size_t i = 0; i < kept; ++i) values[i] = cells_[i * columns_ + k];
  if (kept < values.size()) values.back() = last_[k];
  return values;
}

}  // namespace takt::web
