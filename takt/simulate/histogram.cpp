#include "takt/simulate/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace takt {

void Histogram::add(std::int64_t ns) noexcept {
  const double x = static_cast<double>(std::max<std::int64_t>(ns, 1));
  const int k = static_cast<int>(std::log2(x) * per_octave);
  ++classes_[std::clamp(k, 0, per_octave * octaves - 1)];
  min_ = count_ == 0 ? ns : std::min(min_, ns);
  ++count_;
  sum_ += static_cast<double>(ns);
  max_ = std::max(max_, ns);
}

std::int64_t Histogram::below(double ns) const noexcept {
  const long end = std::clamp(std::lround(std::log2(std::max(ns, 1.0)) * per_octave), 0L,
                              long{per_octave * octaves});
  std::int64_t seen = 0;
  for (long k = 0; k < end; ++k) seen += classes_[k];
  return seen;
}

Histogram::Classes Histogram::classes() const {
  Classes list;
  for (std::size_t k = 0; k < classes_.size(); ++k)
    if (classes_[k] > 0) list.emplace_back(static_cast<int>(k), classes_[k]);
  return list;
}

Histogram Histogram::from(const Classes& list, std::int64_t min, std::int64_t max, double sum) {
  Histogram h;
  for (const auto& [index, count] : list)
    if (index >= 0 && index < per_octave * octaves && count > 0) {
      h.classes_[static_cast<std::size_t>(index)] += count;
      h.count_ += count;
    }
  h.min_ = min;
  h.max_ = max;
  h.sum_ = sum;
  return h;
}

double Histogram::quantile(double share) const noexcept {
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    seen += classes_[k];
    if (seen >= wanted && seen > 0)
      return std::min(max(), std::exp2(static_cast<double>(k + 1) / per_octave));
  }
  return max();
}

}  // namespace takt
