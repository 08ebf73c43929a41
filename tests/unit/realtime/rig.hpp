// A real-time loop without real time: a clock that advances only when told, and a recording in
// memory.
#pragma once

#include <functional>

#include "takt/realtime/loop.hpp"
#include "takt/realtime/recorder.hpp"
#include "takt/realtime/replay.hpp"

namespace takt::realtime::test {

constexpr std::int64_t us = 1000, ms = 1000 * us;

class FakeClock final : public Clock {
 public:
  std::int64_t now() noexcept override { return now_; }
  void sleep_until(std::int64_t time) noexcept override {
    targets.push_back(time);
    now_ = std::max(now_, time) + (oversleep ? oversleep(targets.size() - 1) : 0);
  }
  void stay_awake_until(std::int64_t time) noexcept override {
    if (now_ >= time) return;
    awake += time - now_;
    now_ = time;
  }
  void pass(std::int64_t ns) noexcept { now_ += ns; }

  std::int64_t awake = 0;             // ns of waiting without sleep
  std::vector<std::int64_t> targets;  // times at which sleeps should end
  // ns, as a function of the number of the sleep.
  std::function<std::int64_t(std::size_t)> oversleep;

 private:
  std::int64_t now_ = 7'000'000'123;
};

// A channel that makes computing take as long as `takes` says.
class FakeChannel final : public Channel {
 public:
  explicit FakeChannel(FakeClock& clock) : clock_(clock) { periods.reserve(100000); }
  bool latest(std::span<double> inputs, Arrival& a) noexcept override {
    if (!sends) return false;
    a = {++count_, clock_.now(), -1};
    for (double& x : inputs) x = sends(count_);
    return true;
  }
  void give(std::int64_t period, double, std::span<const double>) noexcept override {
    periods.push_back(period);
    clock_.pass(takes ? takes(period) : 100 * us);
  }
  ChannelCounts counts() const noexcept override { return {}; }
  std::string describe() const override { return "fake"; }

  std::function<std::int64_t(std::int64_t period)> takes;  // ns
  std::function<double(std::int64_t)> sends;
  std::vector<std::int64_t> periods;  // periods that were run

 private:
  FakeClock& clock_;
  std::int64_t count_ = 0;
};

class MemoryWriter final : public io::RecordingWriter {
 public:
  void add(const io::PeriodEntry& e) override { recording.periods.push_back(e); }
  void add(const io::ChangeEntry& e) override { recording.changes.push_back(e); }
  void add(const io::PacketEntry& e) override { recording.packets.push_back(e); }
  void add(const io::CheckpointEntry& e) override { recording.checkpoints.push_back(e); }
  void flush() override {}
  io::Recording recording;
};

struct Rig {
  explicit Rig(const PlantWords& w, ScheduleOptions schedule, int steps_per_period = 1,
               std::int64_t checkpoint_every = 0, JournalSizes sizes = {1 << 10, 1 << 8, 2, 0, 0})
      : words(w), stepper(make_plant(w), steps_per_period),
        inputs(stepper.plant().model.system->names().inputs, &channel, {}), channel(clock),
        journal(sized(sizes, checkpoint_every), stepper.state()),
        loop(clock, stepper, inputs, {&channel}, journal, requests,
             {schedule, checkpoint_every, calibrate_ticks()}),
        recorder(journal, stepper.plant(), stepper.state(), {}, &writer, {}, {}) {
    io::RecordingHeader& h = writer.recording.header;
    h.from.model = w.model;
    h.from.set = w.set;
    h.from.method = to_string(stepper.plant().method);
    h.from.step = stepper.plant().method.step;
    h.steps_per_period = steps_per_period;
    if (stepper.plant().cheaper) h.cheaper_method = to_string(stepper.plant().cheaper_method);
  }

  // Runs all periods; `before` is called before each one, with the number of periods done.
  void run(const std::function<void(std::int64_t)>& before = {}) {
    loop.start();
    for (std::int64_t k = 0;; ++k) {
      if (before) before(k);
      if (!loop.period()) break;
      recorder.drain();
    }
    recorder.drain();
  }
  void change(std::vector<std::string> set) {
    words.set.insert(words.set.end(), set.begin(), set.end());
    requests.change = new Change(std::move(set), make_plant(words));
  }
  const std::vector<io::PeriodEntry>& periods() const { return writer.recording.periods; }

  PlantWords words;
  FakeClock clock;
  Stepper stepper;
  InputStage inputs;
  FakeChannel channel;
  Requests requests;
  Journal journal;
  Loop loop;
  MemoryWriter writer;
  Recorder recorder;

 private:
  JournalSizes sized(JournalSizes s, std::int64_t checkpoint_every) {
    s.inputs = inputs.values().size();
    if (checkpoint_every > 0)
      s.checkpoint_bytes = stepper.memory_size() + inputs.memory().size_bytes();
    return s;
  }
};

inline PlantWords four_bar() {
  PlantWords w;
  w.model = "four-bar";
  w.method = "index2+linear_implicit_euler(J2)+one_step";
  w.step = 1e-3;
  return w;
}

inline ScheduleOptions schedule(Policy policy, std::int64_t periods) {
  ScheduleOptions s;
  s.policy = policy;
  s.end = periods;
  return s;
}

}  // namespace takt::realtime::test
