// A signal given by its values at certain times, as an input file has them: held until the next
// one, or joined by straight lines. Before the first and after the last time their values hold.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "takt/element/signal/signal.hpp"

namespace takt::element {

class SampledSignal final : public SignalFunction {
 public:
  // As many values as times; the times ascend.
  SampledSignal(std::vector<double> times, std::vector<double> values, bool lines)
      : t_(std::move(times)), u_(std::move(values)), lines_(lines) {
    for (std::ptrdiff_t k = 0; k < std::ssize(t_); ++k)
      if (!straight(k)) kinks_.push_back(t_[k]);
  }

  SignalValue value(double t) const noexcept override {
    // A step's end may differ from the time in the file by round-off: then it is that time.
    const double now = t + 1e-12 * (1 + (t < 0 ? -t : t));
    const auto later = std::upper_bound(t_.begin(), t_.end(), now);
    if (later == t_.begin()) return {u_.front(), 0, 0};
    const auto k = later - t_.begin() - 1;
    if (!lines_ || k + 1 == std::ssize(t_)) return {u_[k], 0, 0};
    const double slope = (u_[k + 1] - u_[k]) / (t_[k + 1] - t_[k]);
    return {u_[k] + slope * (t - t_[k]), slope, 0};
  }

  // Every time at which the value jumps, or the line bends.
  double next_kink(double t) const noexcept override {
    const auto at = std::upper_bound(kinks_.begin(), kinks_.end(), t);
    return at == kinks_.end() ? SignalFunction::next_kink(t) : *at;
  }

 private:
  // The signal goes through time number k as if it were not there.
  bool straight(std::ptrdiff_t k) const noexcept {
    const auto last = std::ssize(t_) - 1;
    if (!lines_) return k > 0 && u_[k] == u_[k - 1];
    const auto slope = [this](std::ptrdiff_t i) {
      return (u_[i + 1] - u_[i]) / (t_[i + 1] - t_[i]);
    };
    const double before = k > 0 ? slope(k - 1) : 0, after = k < last ? slope(k) : 0;
    return std::abs(after - before) <= 1e-9 * std::max(std::abs(before), std::abs(after));
  }

  std::vector<double> t_, u_;
  std::vector<double> kinks_;  // the times that next_kink() gives
  bool lines_;
};

}  // namespace takt::element
