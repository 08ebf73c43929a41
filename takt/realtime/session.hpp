// A run against the clock from beginning to end: the plant, the channel, the thread that steps and the
// one that records. Everything that can be refused is refused when it is made.
#pragma once

#include <functional>

#include "takt/io/columns.hpp"
#include "takt/io/result_file.hpp"
#include "takt/realtime/report.hpp"

namespace takt::realtime {

struct SessionOptions {
  PlantWords plant;
  double period = 0;         // s, a whole number of steps; 0: one
  double until = 0;          // s on the clock; 0: the model's usual
  ScheduleOptions schedule;  // period, first and end are found from the others
  std::string channel;       // udp:..., shm:...; empty: none
  InputOptions inputs;
  std::vector<std::string> out;
  io::Record record;
  double every = 0;       // s between rows; 0: every period
  std::string recording;  // a file; empty: none
  double checkpoint = 1;  // s between two of them, in the recording
  std::string resume;     // a recording to go on with; empty: start anew
  std::string command;    // as it was typed, for the recording
  Wanted wanted;
  JournalSizes sizes;  // of its pools; what depends on the model is found from it
};

class Session {
 public:
  explicit Session(const SessionOptions&);  // throws Error
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // For other threads, while it runs.
  Requests& requests() noexcept { return requests_; }
  // Sets parameters between two periods. Throws Error when that cannot be.
  void change(const std::vector<std::string>& set);

  // Until the end; `now` is called with the time on the clock a few times a second.
  Report run(const std::function<void(double t)>& now = {});

 private:
  void make_plant_and_inputs();
  void go_on();  // where a recorded run ended
  void make_schedule();
  void open_files();
  io::RecordingHeader header() const;
  void go() noexcept;  // the step thread
  Report report(double wall_s, const Recorded&);

  SessionOptions o_;
  PlantWords words_;     // with all changes
  io::OpenModel model_;  // as it was at first
  std::unique_ptr<Channel> channel_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<InputStage> inputs_;
  LoopOptions loop_options_;
  std::vector<std::unique_ptr<io::ResultFile>> files_;
  std::vector<Sink*> sinks_;
  std::unique_ptr<io::RecordingWriter> writer_;
  std::unique_ptr<io::Recording> before_;  // what is gone on with
  bool gap_ = false;                       // its recorder lost periods
  Requests requests_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Loop> loop_;
  std::atomic<bool> ended_{false};
  Obtained obtained_;
  Disturbances disturbances_;
};

}  // namespace takt::realtime
