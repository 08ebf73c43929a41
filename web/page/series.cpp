#include "web/page/series.hpp"

#include <algorithm>
#include <cmath>

namespace takt::web {
namespace {

// a and b are the extremes of a bucket in the order they came; x came later. A value that is not a
// number is an extreme only where there is no other.
void take(double& a, double& b, double x) noexcept {
  const double low = std::min(a, b), high = std::max(a, b);
  if (std::isnan(a)) {
    a = b = x;
  } else if (x < low) {
    a = high;
    b = x;
  } else if (x > high) {
    a = low;
    b = x;
  }
}

}  // namespace

Series::Series(std::size_t columns, std::size_t most)
    : columns_(columns), most_(std::max<std::size_t>(4, most / 4 * 4)) {}

void Series::add(std::span<const double> row) {
  ++seen_;
  if (thinned() && filled_ < width_) {
    double* a = cells_.data() + cells_.size() - 2 * columns_;
    for (std::size_t k = 0; k < columns_; ++k) take(a[k], a[columns_ + k], row[k]);
    ++filled_;
    return;
  }
  if (cells_.size() == most_ * columns_) halve();
  cells_.insert(cells_.end(), row.begin(), row.end());
  if (!thinned()) return;
  cells_.insert(cells_.end(), row.begin(), row.end());
  filled_ = 1;
}

// Four rows become two. While all rows are kept they are buckets of two each, just as well.
void Series::halve() {
  for (std::size_t group = 0; group < most_ / 4; ++group) {
    const double* from = cells_.data() + 4 * group * columns_;
    double* to = cells_.data() + 2 * group * columns_;
    for (std::size_t k = 0; k < columns_; ++k) {
      const double x[] = {from[k], from[columns_ + k], from[2 * columns_ + k],
                          from[3 * columns_ + k]};
      double a = x[0], b = x[0];
      for (int i = 1; i < 4; ++i) take(a, b, x[i]);
      to[k] = a;
      to[columns_ + k] = b;
    }
  }
  cells_.resize(most_ / 2 * columns_);
  width_ *= 2;
}

// A last bucket with one row is one row.
std::size_t Series::rows() const noexcept {
  if (columns_ == 0) return 0;
  return cells_.size() / columns_ - (thinned() && filled_ == 1 ? 1 : 0);
}

std::vector<double> Series::column(std::size_t k) const {
  std::vector<double> values(rows());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = cells_[i * columns_ + k];
  return values;
}

}  // namespace takt::web
