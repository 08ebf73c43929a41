// A run against the clock from beginning to end: the plant, the channels, the thread that steps and the
// one that records. Everything that can be refused is refused when it is made.
#pragma once

#include <functional>

#include "takt/realtime/channels.hpp"
#include "takt/realtime/replay.hpp"
#include "takt/realtime/report.hpp"

namespace takt::realtime {

struct SessionOptions {
  PlantWords plant;                   // of a run that goes on: only the model counts
  double period = 0;                  // s, a whole number of steps; 0: one
  double until = 0;                   // s on the clock; 0: the model's usual
  ScheduleOptions schedule;           // period, first and end are found from the others
  std::vector<std::string> channels;  // udp:..., shm:... (channels.hpp)
  InputOptions inputs;
  double every = 0;       // s between rows of results; 0: every period
  double checkpoint = 0;  // s between two of them, in the recording; 0: none
  Wanted wanted;
  JournalSizes sizes;  // of its pools; what depends on the model is found from it

  // A recorded run to go on with, and where; null: start anew. Both must outlive the session.
  const io::Recording* earlier = nullptr;
  const io::CheckpointEntry* from = nullptr;
};

// Where a run leaves what it computes; all of it may be empty.
struct Keep {
  std::span<Sink* const> sinks;
  io::RecordingWriter* recording = nullptr;
  std::vector<Observe> observe;
};

class Session {
 public:
  explicit Session(const SessionOptions&);  // throws Error
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Plant& plant() const noexcept { return stepper_->plant(); }
  io::RecordingHeader header() const;  // of its recording; where results come from is for others
  double until() const noexcept;       // s on the clock
  double period() const noexcept { return o_.schedule.period; }  // s

  // For other threads, while it runs.
  Requests& requests() noexcept { return requests_; }
  // Sets parameters between two periods. Throws Error when that cannot be.
  void change(const std::vector<std::string>& set);

  // Until the end; `now` is called with the time on the clock a few times a second. Throws Error when
  // a run to go on with has ended already, or does not come out as it was recorded.
  Report run(const Keep&, const std::function<void(double t)>& now = {});

 private:
  void make_plant_and_inputs();
  void open_inputs();
  void restore();
  void roll_forward(const Keep&);  // from the checkpoint to where the recording ends
  void make_loop(bool checkpoints);
  std::int64_t every() const noexcept;  // periods
  void go() noexcept;                   // the step thread
  Report report(double wall_s, const Recorded&) const;

  SessionOptions o_;
  PlantWords words_;     // with all changes
  io::OpenModel model_;  // as it was at first
  std::unique_ptr<Replay> replay_;
  std::vector<OpenChannel> channels_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<InputStage> inputs_;
  std::int64_t rows_ = 0;  // of results, before the loop
  Requests requests_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Loop> loop_;
  std::atomic<bool> steps_{false}, ended_{false};  // the loop
  Obtained obtained_;
  Disturbances disturbances_;
};

}  // namespace takt::realtime
