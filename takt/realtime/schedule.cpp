#include "takt/realtime/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace takt::realtime {

Schedule::Schedule(const ScheduleOptions& o) : o_(o), next_(o.first) {}

void Schedule::start(std::int64_t t0) noexcept {
  t0_ = last_end_ = t0;
  grace_end_ = t0 + std::llround(o_.grace * 1e9);
}

std::int64_t Schedule::release(std::int64_t period) const noexcept {
  return t0_ + std::llround(static_cast<double>(period - o_.first) * o_.period * 1e9);
}

bool Schedule::next(PlannedPeriod& planned) noexcept {
  if (over()) return false;
  planned = {next_, release(next_), 0, true, false};
  if (late_) {
    const bool at_once = o_.policy == Policy::catch_up || o_.policy == Policy::degrade;
    planned.degraded = o_.policy == Policy::degrade;
    if (at_once && burst_ < o_.max_burst) {
      planned.waits = false;
      ++burst_;
    } else {  // continue with the first release that has not passed
      burst_ = 0;
      const auto passed = static_cast<std::int64_t>(
          std::floor(static_cast<double>(last_end_ - t0_) * 1e-9 / o_.period));
      std::int64_t k = std::max(planned.period, o_.first + passed - 1);
      while (release(k) < last_end_) ++k;
      k = std::min(k, o_.end);
      planned.skipped = k - planned.period;
      planned.period = k;
      planned.release = release(k);
    }
  } else {
    burst_ = 0;
  }
  next_ = planned.period + 1;
  return planned.period < o_.end;
}

bool Schedule::ended(const PlannedPeriod& planned, std::int64_t at) noexcept {
  last_end_ = at;
  const std::int64_t over = at - deadline(planned.period);
  late_ = over > 0;
  if (!late_) {
    overruns_.in_a_row = 0;
    return false;
  }
  OverrunCounts& c = overruns_;
  ++c.total;
  c.worst = std::max(c.worst, over);
  if (c.first < 0) c.first = planned.period;
  c.last = planned.period;
  if (planned.release < grace_end_)
    ++c.in_grace;
  else
    c.most_in_a_row = std::max(c.most_in_a_row, ++c.in_a_row);
  return true;
}

bool Schedule::must_stop() const noexcept {
  return o_.policy == Policy::stop && overruns_.in_a_row >= o_.stop_after;
}

bool Schedule::budget_violated() const noexcept {
  return o_.policy == Policy::stop ? overruns_.most_in_a_row >= o_.stop_after
                                   : overruns_.total > overruns_.in_grace;
}

}  // namespace takt::realtime
