#include "takt/simulate/keeper.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "takt/base/error.hpp"
#include "takt/base/time_text.hpp"

namespace takt {
namespace {

Error uneven(const KeptValue& k, double step) {
  constexpr int digits = 6;
  char steps[32];
  std::snprintf(steps, sizeof steps, "%.*g", digits, k.period / step);
  return {"the signal is computed every " + time_text(k.period, digits) + ", which is " + steps +
              " steps of " + time_text(step, digits),
          "signal '" + k.name + "'",
          "a period is a whole number of steps: write --step " +
              time_word(step_within(k.period, step), 15) + ", or change the period"};
}

}  // namespace

Keeper::Keeper(const EquationsOfMotion& system, const Composition& c, const State& start)
    : system_(system), stage_(system, c, start), adaptive_(c.adaptive()), t0_(start.t) {
  const double h = c.method.step;
  for (const KeptValue& k : system.names().kept) {
    if (k.period == 0) continue;
    periods_.push_back(k.period);
    if (adaptive_) {
      passed_.push_back(0);
      continue;
    }
    const double steps = k.period / h;
    if (std::abs(steps - std::round(steps)) > 1e-9 * steps || std::round(steps) < 1)
      throw uneven(k, h);
    steps_.push_back(std::llround(steps));
  }
  before_.assign(static_cast<std::size_t>(system.shape().kept), 0.0);
  begin_.assign(static_cast<std::size_t>(system.shape().integrals), 0.0);
  end_ = begin_;
  passed_before_ = passed_;
}

// A step that ends so shortly before an instant has reached it: no further step fits in between.
double Keeper::early(std::size_t held, double t) const noexcept {
  return std::max(1e-9 * periods_[held], 1e-14 * std::max(1.0, std::abs(t)));
}

// The number of instants up to t, the first one at t0.
double Keeper::instants_until(std::size_t held, double t) const noexcept {
  return std::floor((t - t0_ + early(held, t)) / periods_[held]) + 1;
}

bool Keeper::due(std::size_t held, double t, std::int64_t count) const noexcept {
  if (!adaptive_) return count % steps_[held] == 0;
  return instants_until(held, t) > passed_[held];
}

double Keeper::next_instant() const noexcept {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < passed_.size(); ++k)
    next = std::min(next, t0_ + periods_[k] * passed_[k]);
  return next;
}

void Keeper::adopt(double t) noexcept {
  for (std::size_t k = 0; k < passed_.size(); ++k) {
    const double n = instants_until(k, t), last = t0_ + periods_[k] * (n - 1);
    passed_[k] = std::abs(t - last) <= early(k, t) ? n - 1 : n;
  }
}

bool Keeper::before_step(const State& now, std::int64_t count, Inputs in,
                         std::span<double> kept) noexcept {
  std::copy(kept.begin(), kept.end(), before_.begin());
  std::copy(passed_.begin(), passed_.end(), passed_before_.begin());
  bool any = false;
  for (std::size_t k = 0; k < periods_.size(); ++k) any = any || due(k, now.t, count);
  if (any) {
    const std::span<const double> outputs = stage_.at(now, in.values, in.rates, kept);
    // The stage holds the signals before this instant, so the order of k has no influence.
    for (std::size_t k = 0; k < periods_.size(); ++k)
      if (due(k, now.t, count))
        kept[k] = system_.keeping()->held(static_cast<Index>(k), now.t, stage_.excitation(),
                                          outputs, before_);
    for (std::size_t k = 0; k < passed_.size(); ++k) passed_[k] = instants_until(k, now.t);
  }
  if (!begin_.empty()) stage_.rates_of_integrals(now, in.values, in.rates, kept, begin_);
  return any;
}

void Keeper::undo(std::span<double> kept) noexcept {
  std::copy(before_.begin(), before_.end(), kept.begin());
  std::copy(passed_before_.begin(), passed_before_.end(), passed_.begin());
}

void Keeper::after_step(const State& now, double length, Inputs in,
                        std::span<double> kept) noexcept {
  if (end_.empty()) return;
  stage_.rates_of_integrals(now, in.values, in.rates, kept, end_);
  for (std::size_t i = 0; i < end_.size(); ++i)
    kept[periods_.size() + i] += 0.5 * length * (begin_[i] + end_[i]);
}

}  // namespace takt
