// The RMS norm over the components that count, each divided by wt = rtol |y| + atol.
//                                                                               ERRATA 002.5b, 12
#pragma once

#include <cmath>

#include "takt/base/types.hpp"

namespace takt {

class WeightedNorm {
 public:
  WeightedNorm(const Vector& counts, double rtol, double atol)
      : counts_(counts), rtol_(rtol), atol_(atol), wt_(Vector::Constant(counts.size(), atol)),
        share_(Vector::Zero(counts.size())) {
    double n = 0;
    for (Index i = 0; i < counts.size(); ++i)
      if (counts[i] != 0) n += 1;
    count_ = n > 0 ? n : 1;
    weigh([](Index) { return 0.0; });
  }

  template <class At> void weigh(At y) noexcept {  // y(i): the last accepted solution
    for (Index i = 0; i < wt_.size(); ++i) {
      wt_[i] = rtol_ * std::abs(y(i)) + atol_;
      share_[i] = counts_[i] != 0 ? 1 / wt_[i] : 0;
    }
  }

  template <class At> double of(At x) const noexcept {
    // Four partial sums, so that additions need not wait for each other.
    double sum[4] = {};
    const double* share = share_.data();
    const Index n = wt_.size();
    Index i = 0;
    for (; i + 4 <= n; i += 4)
      for (Index k = 0; k < 4; ++k) {
        const double r = x(i + k) * share[i + k];
        sum[k] += r * r;
      }
    for (; i < n; ++i) {
      const double r = x(i) * share[i];
      sum[0] += r * r;
    }
    return std::sqrt(((sum[0] + sum[1]) + (sum[2] + sum[3])) / count_);
  }
  double operator()(const Vector& x) const noexcept {
    return of([&](Index i) { return x[i]; });
  }

  // The component with the largest weighted value; a component that is not finite comes first.
  Index worst(const Vector& x) const noexcept {
    Index at = 0;
    double most = -1;
    for (Index i = 0; i < wt_.size(); ++i) {
      const double r = counts_[i] != 0 ? std::abs(x[i] / wt_[i]) : 0;
      if (std::isfinite(x[i]) && r <= most) continue;
      at = i;
      most = std::isfinite(x[i]) ? r : HUGE_VAL;
    }
    return at;
  }

  const Vector& weights() const noexcept { return wt_; }

 private:
  const Vector& counts_;
  double rtol_, atol_, count_ = 1;
  Vector wt_, share_;  // share: 1 / wt of components that count, 0 of the others
};

}  // namespace takt
