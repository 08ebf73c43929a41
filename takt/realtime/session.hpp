// A complete real-time run: the plant, the channels, the step thread and the recorder thread. What
// can be wrong with the options is found when a Session is constructed.
#pragma once

#include <functional>

#include "takt/realtime/channels.hpp"
#include "takt/realtime/replay.hpp"
#include "takt/realtime/report.hpp"

namespace takt::realtime {

struct SessionOptions {
  PlantWords plant;                   // when a run is resumed, only the model is used
  double period = 0;                  // s, a whole number of steps; 0: one step
  double until = 0;                   // s on the clock; 0: that of the model
  ScheduleOptions schedule;           // period, first and end are computed from the others
  std::vector<std::string> channels;  // udp:..., shm:... (channels.hpp)
  InputOptions inputs;
  double every = 0;       // s between rows of results; 0: every period
  double checkpoint = 0;  // s between two checkpoints in the recording; 0: none
  Wanted wanted;
  JournalSizes sizes;  // of the journal; sizes that depend on the model are computed

  // A recorded run to resume, and where; null: start a new run. Both must outlive the session.
  const io::Recording* earlier = nullptr;
  const io::CheckpointEntry* from = nullptr;
};

// Where a run writes its results; all of it may be empty.
struct ResultSinks {
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
  io::RecordingHeader header() const;  // of its recording; the caller adds the provenance
  double until() const noexcept;       // s on the clock
  double period() const noexcept { return o_.schedule.period; }  // s

  // For other threads, while the run lasts.
  Requests& requests() noexcept { return requests_; }
  // Sets parameters between two periods. Throws Error if they cannot change during a run.
  void change(const std::vector<std::string>& set);

  // Runs to the end; `now` is called with the time on the clock a few times per second. Throws
  // Error if a run to resume has ended already, or its replay differs from the recording.
  Report run(const ResultSinks&, const std::function<void(double t)>& now = {});

 private:
  void make_plant_and_inputs();
  void open_inputs();
  void restore();
  void roll_forward(const ResultSinks&);  // from the checkpoint to the end of the recording
  void make_loop(bool checkpoints);
  std::int64_t every() const noexcept;  // periods between two rows
  void go() noexcept;                   // body of the step thread
  Report report(double wall_s, const Recorded&) const;

  SessionOptions o_;
  PlantWords words_;     // including all changes
  io::OpenModel model_;  // as opened at the start
  std::unique_ptr<Replay> replay_;
  std::vector<OpenChannel> channels_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<InputStage> inputs_;
  std::int64_t rows_ = 0;  // rows of results before the loop
  Requests requests_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Loop> loop_;
  std::atomic<bool> steps_{false}, ended_{false};  // the loop runs; it has ended
  Obtained obtained_;
  Disturbances disturbances_;
};

}  // namespace takt::realtime
