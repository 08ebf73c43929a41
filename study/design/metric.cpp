#include "study/design/metric.hpp"

#include <algorithm>
#include <cmath>

namespace takt::study {
namespace {

constexpr MeasureEntry measure_entries[] = {
    {"max", "signal", "largest value", Measure::max},
    {"min", "signal", "least value", Measure::min},
    {"range", "signal", "largest less least value", Measure::range},
    {"final", "signal", "value at the end", Measure::final},
    {"mean", "signal", "mean over time", Measure::mean},
    {"rms", "signal", "root of the mean square over time", Measure::rms},
    {"percentile", "signal", "value not exceeded for the given `share` of the time (0.95)",
     Measure::percentile},
    {"time_above", "signal", "seconds above `limit`", Measure::time_above},
    {"drift", "`position`, `velocity` or `acceleration`",
     "largest drift of the constraints, maximum norm", Measure::drift},
    {"count", "a word of the table below", "work of the solver, as it counts it", Measure::count},
    {"formula", "metrics and parameters", "a formula of earlier metrics and of parameters",
     Measure::formula},
};

constexpr Counted words[] = {
    {"steps", "accepted steps", [](const Summary& s) { return s.steps; }},
    {"rejected", "steps refused by the error test", [](const Summary& s) { return s.counters.rejected; }},
    {"evaluations", "evaluations of the equations of motion",
     [](const Summary& s) { return s.counters.evaluations; }},
    {"iterations", "passes of iterations", [](const Summary& s) { return s.counters.iterations; }},
    {"factorisations", "of matrices", [](const Summary& s) { return s.counters.factorisations; }},
    {"solves", "of linear systems", [](const Summary& s) { return s.counters.solves; }},
    {"jacobian_evaluations", "of residual forms",
     [](const Summary& s) { return s.counters.jacobian_evaluations; }},
    {"unconverged", "steps whose last pass was above the tolerance",
     [](const Summary& s) { return s.counters.unconverged; }},
    {"crossings", "discontinuities that steps crossed",
     [](const Summary& s) { return s.counters.crossings; }},
};

}  // namespace

std::span<const MeasureEntry> measures() noexcept { return measure_entries; }
std::span<const Counted> counted() noexcept { return words; }

void Accumulator::take(double t, double x) {
  if (t < m_->from || t > m_->to) return;
  const double h = count_ > 0 ? t - t_ : 0, before = count_ > 0 ? x_ : x;
  span_ += h;
  switch (m_->measure) {
    case Measure::mean: sum_ += 0.5 * h * (before + x); break;
    case Measure::rms: sum_ += h / 3 * (before * before + before * x + x * x); break;
    case Measure::percentile:
      if (count_ > 0) weighted_.back().second += 0.5 * h;
      weighted_.emplace_back(x, 0.5 * h);
      break;
    case Measure::time_above: {
      const double a = before - m_->limit, b = x - m_->limit;
      const double above = std::max(a, 0.0) + std::max(b, 0.0);
      if (above > 0) sum_ += h * above / (std::abs(a) + std::abs(b));
      break;
    }
    default: break;
  }
  least_ = std::fmin(least_, x);
  most_ = std::fmax(most_, x);
  if (!std::isfinite(x)) least_ = most_ = sum_ = std::numeric_limits<double>::quiet_NaN();
  t_ = t;
  x_ = x;
  ++count_;
}

double Accumulator::value() {
  if (count_ == 0) return std::numeric_limits<double>::quiet_NaN();
  switch (m_->measure) {
    case Measure::max: return most_;
    case Measure::min: return least_;
    case Measure::range: return most_ - least_;
    case Measure::mean: return span_ > 0 ? sum_ / span_ : x_;
    case Measure::rms: return span_ > 0 ? std::sqrt(sum_ / span_) : std::abs(x_);
    case Measure::time_above: return sum_;
    case Measure::percentile: {
      std::sort(weighted_.begin(), weighted_.end());
      double passed = 0;
      for (const auto& [x, weight] : weighted_)
        if ((passed += weight) >= m_->share * span_) return x;
      return weighted_.back().first;
    }
    default: return x_;
  }
}

}  // namespace takt::study
