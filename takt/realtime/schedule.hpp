// When periods begin, and what to do where one ended too late.
//
//   release(k) = t0 + k T,    deadline(k) = release(k + 1)
//
// Releases are products, never sums: a late wake-up moves no later one. What to do is decided from the
// end of the last period alone, so a recording of ends, or of decisions, gives the same run.
#pragma once

#include <cstdint>

namespace takt::realtime {

// Of periods that end after their deadline:
enum class Policy : std::uint8_t {
  skip,      // those whose release has passed are left out: the grid is kept, simulated time lags
  catch_up,  // they are run at once, a bounded number in a row, then left out
  degrade,   // the same, with a cheaper method
  stop,      // as skip; a number of overruns in a row ends the run
};

struct ScheduleOptions {
  double period = 1e-3;  // s
  Policy policy = Policy::skip;
  int max_burst = 8;                // periods run in a row without waiting
  int stop_after = 10;              // overruns in a row
  double grace = 0;                 // s: overruns before do not count
  double awake = 0;                 // s: before a release, in which it does not sleep
  std::int64_t first = 0, end = 0;  // the periods to run: first <= k < end
};

struct Turn {  // the next period
  std::int64_t period = 0, release = 0;
  std::int64_t skipped = 0;  // left out before it
  bool waits = true;         // its release is still to come
  bool degraded = false;
};

struct OverrunCounts {
  std::int64_t total = 0, in_grace = 0;
  std::int64_t in_a_row = 0, most_in_a_row = 0;  // after the grace
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

  // The period that follows on the one that ended; false when there is none any more.
  bool next(Turn&) noexcept;
  // True: it ended after its deadline.
  bool ended(const Turn&, std::int64_t at) noexcept;
  bool must_stop() const noexcept;        // the policy says so
  bool budget_violated() const noexcept;  // an overrun after the grace; of `stop`: enough in a row
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
