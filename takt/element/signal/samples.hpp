// A signal given by its values at certain times, as an input file has them: held until the next
// one, or joined by straight lines. Before the first and after the last time their values hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "takt/element/signal/signal.hpp"

namespace takt::element {

class SampledSignal final : public SignalFunction {
 public:
  // As many values as times; the times ascend.
  SampledSignal(std::vector<double> times, std::vector<double> values, bool lines)
      : t_(std::move(times)), u_(std::move(values)), lines_(lines) {}

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

 private:
  std::vector<double> t_, u_;
  bool lines_;
};

}  // namespace takt::element
