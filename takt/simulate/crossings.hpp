// Counts the discontinuities that steps run over: changes of sign of switching functions from one
// look to the next. Runs with fixed steps look after every step, outside of the time of the step.
#pragma once

#include <vector>

#include "takt/eom/switching.hpp"

namespace takt {

class Crossings {
 public:
  explicit Crossings(const Switching& system)
      : system_(system), values_(static_cast<std::size_t>(system.switches()), 0.0), last_(values_),
        counts_(values_) {}

  // Returns how many functions have another sign than at the last look.
  int look(double t, const Point& p, Scratch& scratch) noexcept {
    last_.swap(values_);
    system_.switch_values(t, p, values_, scratch);
    int changed = 0;
    for (std::size_t i = 0; i < values_.size() && seen_; ++i) {
      if ((values_[i] >= 0) == (last_[i] >= 0)) continue;
      ++counts_[i];
      ++changed;
    }
    seen_ = true;
    return changed;
  }

  void jump() noexcept { seen_ = false; }  // the next state does not follow from the last one
  std::span<double> counts() noexcept { return counts_; }

 private:
  const Switching& system_;
  std::vector<double> values_, last_, counts_;
  bool seen_ = false;  // last_ is that of a look before
};

}  // namespace takt
