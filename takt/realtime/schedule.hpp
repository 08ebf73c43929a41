// Decides when periods begin, and what to do after a period that ended too late.
//
//   release(k) = t0 + (k - first) T,    deadline(k) = release(k + 1)
//
// Terms used: k number of a period, T its length; t0 release of the first period to run, `first`.
//
// Releases are products, not sums, so that a late wake-up does not shift later releases. Decisions
// depend only on the end of the last period, so that a recording of ends, or of decisions, gives
// the same run.
#pragma once

#include <cstdint>

namespace takt::realtime {

// What to do after a period that ended after its deadline:
enum class Policy : std::uint8_t {
  skip,      // periods whose release has passed are left out: the grid is kept, simulated time lags
  catch_up,  // they are run immediately, a limited number in a row, the rest is left out
  degrade,   // the same, with the cheaper method
  stop,      // as skip, but a number of overruns in a row ends the run
};

struct ScheduleOptions {
  double period = 1e-3;  // s
  Policy policy = Policy::skip;
  int max_burst = 8;                // periods run in a row without waiting
  int stop_after = 10;              // overruns in a row
  double grace = 0;                 // s: overruns in this time at the start do not count
  double awake = 0;                 // s: time before a release in which the thread does not sleep
  std::int64_t first = 0, end = 0;  // the periods to run: first <= k < end
};

struct PlannedPeriod {  // the next period
  std::int64_t period = 0, release = 0;
  std::int64_t skipped = 0;  // periods left out before it
  bool waits = true;         // false: its release has passed, it runs immediately
  bool degraded = false;
};

struct OverrunCounts {
  std::int64_t total = 0, in_grace = 0;
  std::int64_t in_a_row = 0, most_in_a_row = 0;  // after the grace time
  std::int64_t first = -1, last = -1;            // periods
  std::int64_t worst = 0;                        // ns after the deadline
};

class Schedule {
 public:
  explicit Schedule(const ScheduleOptions&);

  void start(std::int64_t t0) noexcept;  // ns: the release of the first period
  std::int64_t release(std::int64_t period) const noexcept;
  std::int64_t deadline(std::int64_t period) const noexcept { return release(period + 1); }
  bool over() const noexcept { return next_ >= o_.end; }

  // The period after the one that ended; false if there is none.
  bool next(PlannedPeriod&) noexcept;
  // To be called at the end of a period. True if it ended after its deadline.
  bool ended(const PlannedPeriod&, std::int64_t at) noexcept;
  bool must_stop() const noexcept;  // according to the policy
  // an overrun after the grace time; for `stop`: enough in a row
  bool budget_violated() const noexcept;
  const OverrunCounts& overruns() const noexcept { return overruns_; }
  const ScheduleOptions& options() const noexcept { return o_; }

 private:
  ScheduleOptions o_;
  std::int64_t t0_ = 0, next_, last_end_ = 0, grace_end_ = 0;
  int burst_ = 0;
  bool late_ = false;
  OverrunCounts overruns_;
};

}  // namespace takt::realtime
