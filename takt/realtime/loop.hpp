// The real-time loop. Each period waits for its release, takes inputs, steps, sends outputs and
// leaves an entry in the journal. All of this runs in the step thread and never allocates, locks,
// logs or writes.
#pragma once

#include <atomic>

#include "takt/base/stage_clock.hpp"
#include "takt/realtime/channel.hpp"
#include "takt/realtime/clock.hpp"
#include "takt/realtime/input_stage.hpp"
#include "takt/realtime/journal.hpp"
#include "takt/realtime/schedule.hpp"
#include "takt/realtime/statistics.hpp"
#include "takt/realtime/stepper.hpp"

namespace takt::realtime {

// Requests of other threads to a running loop; it follows them in the next period.
struct Requests {
  std::atomic<bool> reset{false}, stop{false};
  std::atomic<Change*> change{nullptr};
  const std::atomic<bool>* interrupt = nullptr;
};

enum class End : std::uint8_t {
  running,
  time,         // all periods are done
  asked,        // a request to stop
  interrupted,  // a signal
  late,         // the policy for overruns stopped it
  silent,       // the policy for missing inputs stopped it
  failed,       // a step failed
};

struct LoopOptions {
  ScheduleOptions schedule;
  std::int64_t checkpoint_every = 0;  // periods; 0: never
  double ns_per_tick = 1;             // of StageClock
};

class Loop {
 public:
  Loop(Clock&, Stepper&, InputStage&, std::vector<Channel*> to, Journal&, Requests&,
       const LoopOptions&);
  ~Loop() { delete unreported_; }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  void start() noexcept { schedule_.start(clock_.now() + lead); }
  bool period() noexcept;  // runs the next period; false when the loop has ended
  void run() noexcept {
    start();
    while (period()) {
    }
  }

  End end() const noexcept { return end_; }
  Status status() const noexcept { return status_; }  // of a step that failed
  const Schedule& schedule() const noexcept { return schedule_; }
  const Statistics& statistics() const noexcept { return s_; }
  std::int64_t now_at() const noexcept { return period_.load(std::memory_order_relaxed); }

  static constexpr std::int64_t lead = 2'000'000;  // ns between start() and the first release

 private:
  bool ask() noexcept;  // false: the loop must end
  void wait_for(std::int64_t release) noexcept;
  std::uint8_t follow_requests() noexcept;
  void account(const PlannedPeriod&, std::int64_t begin, std::int64_t end, bool late) noexcept;
  void leave_entry(const PlannedPeriod&, Entry*, std::uint8_t flags) noexcept;
  void close(const PlannedPeriod&) noexcept;
  bool finish(End) noexcept;

  Clock& clock_;
  Stepper& stepper_;
  InputStage& inputs_;
  std::vector<Channel*> channels_;
  Journal& journal_;
  Requests& requests_;
  LoopOptions o_;
  Schedule schedule_;
  Statistics s_;
  // Times of the periods that kept their deadline. A late period is blamed on the stage farthest
  // above its mean; if all periods are late, on its longest stage.
  PeriodParts usual_;
  StageClock stages_;
  std::int64_t input_ticks_ = 0, output_ticks_ = 0;
  // change whose journal entry was lost; reported with the next entry
  Change* unreported_ = nullptr;
  bool checkpoint_due_ = false;
  End end_ = End::running;
  Status status_ = Status::ok;
  std::atomic<std::int64_t> period_{0};
};

// ns per tick of StageClock, measured against the clock for a few milliseconds.
double calibrate_ticks();

}  // namespace takt::realtime
