#include "takt/realtime/statistics.hpp"

#include <algorithm>

namespace takt::realtime {

PeriodPart PeriodParts::farthest_above_mean(const PartTimes& times) const noexcept {
  std::size_t farthest = 0;
  double most = -1e300;
  for (std::size_t i = 0; i < part_count; ++i) {
    const double above = static_cast<double>(times[i]) - mean(static_cast<PeriodPart>(i));
    if (above > most) {
      most = above;
      farthest = i;
    }
  }
  return static_cast<PeriodPart>(farthest);
}

void PeriodParts::add(const PartTimes& times) noexcept {
  for (std::size_t i = 0; i < part_count; ++i) {
    sum_[i] += static_cast<double>(times[i]);
    most_[i] = std::max(most_[i], times[i]);
  }
  ++count_;
}

double PeriodParts::mean(PeriodPart p) const noexcept {
  return count_ > 0 ? sum_[static_cast<std::size_t>(p)] / static_cast<double>(count_) : 0;
}

double PeriodParts::most(PeriodPart p) const noexcept {
  return static_cast<double>(most_[static_cast<std::size_t>(p)]);
}

}  // namespace takt::realtime
