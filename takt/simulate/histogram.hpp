// A histogram of durations with logarithmic classes (1/32 of an octave, about 2 %). Its memory is
// fixed for any length of run.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace takt {

class Histogram {
 public:
  void add(std::int64_t nanoseconds) noexcept;
  double quantile(double share) const noexcept;  // ns; the upper edge of its class
  double mean() const noexcept { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }
  double min() const noexcept { return count_ > 0 ? static_cast<double>(min_) : 0; }
  double max() const noexcept { return static_cast<double>(max_); }
  double sum() const noexcept { return sum_; }
  std::int64_t count() const noexcept { return count_; }
  // number of durations below, up to the width of a class
  std::int64_t below(double nanoseconds) const noexcept;

  // The classes that are not empty, by index, and their counts; and the histogram that has them.
  static constexpr int per_octave = 32, octaves = 40;
  using Classes = std::vector<std::pair<int, std::int64_t>>;
  static double lower_edge(int index) noexcept { return std::exp2(double(index) / per_octave); }
  Classes classes() const;
  static Histogram from(const Classes&, std::int64_t min, std::int64_t max, double sum);

 private:
  std::array<std::int64_t, per_octave * octaves> classes_{};
  std::int64_t count_ = 0, min_ = 0, max_ = 0;
  double sum_ = 0;
};

}  // namespace takt
