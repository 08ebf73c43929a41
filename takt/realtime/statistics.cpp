#include "takt/realtime/statistics.hpp"

#include <algorithm>

namespace takt::realtime {

Place Places::farthest_above_mean(const PlaceTimes& times) const noexcept {
  std::size_t farthest = 0;
  double most = -1e300;
  for (std::size_t i = 0; i < place_count; ++i) {
    const double above = static_cast<double>(times[i]) - mean(static_cast<Place>(i));
    if (above > most) {
      most = above;
      farthest = i;
    }
  }
  return static_cast<Place>(farthest);
}

void Places::add(const PlaceTimes& times) noexcept {
  for (std::size_t i = 0; i < place_count; ++i) {
    sum_[i] += static_cast<double>(times[i]);
    most_[i] = std::max(most_[i], times[i]);
  }
  ++count_;
}

double Places::mean(Place p) const noexcept {
  return count_ > 0 ? sum_[static_cast<std::size_t>(p)] / static_cast<double>(count_) : 0;
}

double Places::most(Place p) const noexcept {
  return static_cast<double>(most_[static_cast<std::size_t>(p)]);
}

}  // namespace takt::realtime
