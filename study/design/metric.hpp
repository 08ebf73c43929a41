// What a study keeps of a run: one number for each metric.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/element/signal/expression.hpp"
#include "takt/simulate/run.hpp"

namespace takt::study {

enum class Measure { max, min, range, final, mean, rms, percentile, time_above, drift, count, formula };

struct MeasureEntry {
  std::string_view name, of, meaning;
  Measure measure;
};
std::span<const MeasureEntry> measures() noexcept;

struct Counted {  // what `count` may name
  std::string_view name, meaning;
  std::int64_t (*of)(const Summary&);
};
std::span<const Counted> counted() noexcept;

struct Metric {
  std::string name, at;  // at: file:line
  Measure measure = Measure::final;
  // A formula of columns (out.az, q.x, t), of earlier metrics and parameters for `formula`, a level for
  // `drift`, one of counted() for `count`.
  std::string of;
  double from = 0, to = std::numeric_limits<double>::infinity();  // s
  double share = 0.95;                                            // of percentile
  double limit = 0;                                               // of time_above

  bool of_signal() const noexcept { return measure < Measure::drift; }
  bool same_signal(const Metric& o) const noexcept {
    return of == o.of && from == o.from && to == o.to;
  }
};

// Adds up one metric of a signal over the samples of a run; between them the signal is a straight line.
class Accumulator {
 public:
  explicit Accumulator(const Metric& m) : m_(&m) {}
  void take(double t, double x);
  double value();  // NaN without samples

 private:
  const Metric* m_;
  double t_ = 0, x_ = 0, sum_ = 0, span_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
  std::size_t count_ = 0;
  std::vector<std::pair<double, double>> weighted_;  // of percentile: value, time it stands for
};

}  // namespace takt::study
