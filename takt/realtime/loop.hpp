// Periods against the clock: wait, take inputs, step, give outputs, leave an entry in the journal.
// What the step thread does is here, and nothing of it allocates, locks, logs or writes.
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

// What others may ask of a running loop; it answers at the next period.
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
  late,         // the policy stopped it
  silent,       // no inputs came, and the policy for that stopped it
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
  bool period() noexcept;  // the next one; false when the loop has ended
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
  bool ask() noexcept;  // false: the loop shall end
  void wait_for(std::int64_t release) noexcept;
  std::uint8_t follow_requests() noexcept;
  void account(const Turn&, std::int64_t begin, std::int64_t end, bool late) noexcept;
  void leave_entry(const Turn&, Entry*, std::uint8_t flags) noexcept;
  void close(const Turn&) noexcept;
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
  Places usual_;  // of periods in time: where all are late, the longest stage is to blame
  StageClock stages_;
  std::int64_t input_ticks_ = 0, output_ticks_ = 0;
  Change* unreported_ = nullptr;  // taken over in a period whose entry was lost
  bool checkpoint_due_ = false;
  End end_ = End::running;
  Status status_ = Status::ok;
  std::atomic<std::int64_t> period_{0};
};

// ns per tick of StageClock, measured against the clock for a few milliseconds.
double calibrate_ticks();

}  // namespace takt::realtime
