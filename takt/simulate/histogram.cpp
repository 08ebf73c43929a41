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

std::vector<Histogram::Class> Histogram::classes(int most) const {
  std::vector<Class> joined;
  if (count_ == 0) return joined;
  int first = 0, end = per_octave * octaves;
  while (classes_[first] == 0) ++first;
  while (classes_[end - 1] == 0) --end;
  const int together = std::max(1, (end - first + most - 1) / most);
  const auto edge = [](int k) { return std::exp2(static_cast<double>(k) / per_octave); };
  for (int k = first; k < end; k += together) {
    Class c{edge(k), edge(k + together), 0};
    for (int i = k; i < std::min(k + together, end); ++i) c.count += classes_[i];
    joined.push_back(c);
  }
  return joined;
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
