// Output from the step thread: slow readers lose samples, but never cause a missed deadline.
#include "takt/realtime/recorder.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "rig.hpp"
#include "takt/base/error.hpp"

namespace takt::realtime::test {
namespace {

class Counting final : public Sink {
 public:
  explicit Counting(int wait_ms = 0) : wait_ms_(wait_ms) {}
  void take(const Sample& s) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(wait_ms_));
    times.push_back(s.state.t);
  }
  std::vector<double> times;

 private:
  int wait_ms_;
};

TEST(Journal, LosesSamplesFirstAndThenPeriods) {
  Rig rig(four_bar(), schedule(Policy::skip, 100), 1, 0, {40, 16, 0, 0, 0});
  rig.loop.start();
  while (rig.loop.period()) {  // nobody reads
  }
  EXPECT_EQ(rig.journal.lost_samples(), 40 - 16);
  EXPECT_EQ(rig.journal.lost_entries(), 100 - 40);
  EXPECT_EQ(rig.loop.schedule().overruns().total, 0);
  rig.recorder.drain();
  ASSERT_EQ(rig.periods().size(), 40u);
  EXPECT_NE(rig.periods()[15].hash, 0u);
  EXPECT_EQ(rig.periods()[16].hash, 0u);
}

TEST(Recorder, SlowDiskDelaysNothing) {
  const auto plant = make_plant(four_bar());
  Stepper stepper(make_plant(four_bar()), 1);
  InputStage inputs({}, nullptr, {});
  Journal journal({1 << 10, 32, 0, 0, 0}, stepper.state());
  Requests requests;
  ScheduleOptions o = schedule(Policy::catch_up, 400);
  o.max_burst = 1000;
  Loop loop(monotonic_clock(), stepper, inputs, {}, journal, requests, {o, 0, 1});
  Counting slow(20);
  Sink* sinks[] = {&slow};
  Recorder recorder(journal, *plant, stepper.state(), sinks, nullptr, {}, {});
  recorder.start();
  const auto begin = std::chrono::steady_clock::now();
  loop.run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const Recorded& r = recorder.stop();
  EXPECT_LT(took.count(), 4.0) << "with the disk it would be 8 s";
  EXPECT_GT(journal.lost_samples(), 100);
  EXPECT_EQ(r.rows + journal.lost_samples(), 401);
  EXPECT_EQ(static_cast<std::int64_t>(slow.times.size()), r.rows);
  EXPECT_EQ(loop.statistics().cycles, 400);
}

TEST(Recorder, GoesOnWhenNothingCanBeWritten) {
  class Full final : public Sink {
    void take(const Sample& s) override {
      if (s.state.t > 5e-3) throw Error("the disk is full", "", "", Fault::other);
    }
  } full;
  const auto plant = make_plant(four_bar());
  Rig rig(four_bar(), schedule(Policy::skip, 30));
  Sink* sinks[] = {&full};
  Recorder recorder(rig.journal, *plant, rig.stepper.state(), sinks, nullptr, {}, {});
  rig.loop.start();
  while (rig.loop.period()) recorder.drain();
  const Recorded& r = recorder.stop();
  EXPECT_EQ(r.error, "the disk is full");
  EXPECT_EQ(r.rows, 6);
  EXPECT_EQ(rig.journal.lost_samples(), 0);
  EXPECT_EQ(r.state_hash, state_hash(rig.stepper.state()));
}

TEST(Recorder, OneFullFileLeavesTheOthers) {
  class Full final : public Sink {
    void take(const Sample& s) override {
      if (s.state.t > 5e-3) throw Error("the disk is full", "", "", Fault::other);
    }
  } full;
  Counting good;
  const auto plant = make_plant(four_bar());
  Rig rig(four_bar(), schedule(Policy::skip, 30));
  Sink* sinks[] = {&full, &good};
  MemoryWriter writer;
  Recorder recorder(rig.journal, *plant, rig.stepper.state(), sinks, &writer, {}, {});
  rig.loop.start();
  while (rig.loop.period()) recorder.drain();
  const Recorded& r = recorder.stop();
  EXPECT_EQ(r.error, "the disk is full");
  EXPECT_EQ(good.times.size(), 31u);
  EXPECT_EQ(r.rows, 31);
  EXPECT_EQ(writer.recording.periods.size(), 30u);
  EXPECT_EQ(r.unwritten, 25);  // of the file that was full
}

// A loop that follows an input along a line is closed at the end of every period.
TEST(Recorder, SeesInputsWhereTheStateIs) {
  const std::string path = testing::TempDir() + "takt_driven.yaml";
  std::ofstream(path) << R"(takt: 1
name: driven
gravity: [0, -9.81, 0]
bodies:
  slider: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}
  rod: {mass: 1 kg, com: [0, -1, 0], inertia: [0.1, 0.1, 0.1]}
joints:
  rail: {type: prismatic, between: [ground, slider], at: [0, 0, 0], axis: x, driven: place}
  pivot: {type: revolute, between: [slider, rod], at: [0, 0, 0], axis: z}
signals: {place: {type: input, unit: m, least: -1, most: 1, between: line}}
)";
  for (const char* method : {"index2+linear_implicit_euler(J2)+one_step", "index1+heun+s_both2",
                             "index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)+one_step"})
    for (const int steps : {1, 4}) {
      PlantWords w;
      w.model = path;
      w.method = method;
      w.step = 1e-3 / steps;
      Rig rig(w, schedule(Policy::skip, 300), steps);
      rig.channel.sends = [](std::int64_t k) { return 0.1 * std::sin(0.02 * double(k)); };
      rig.run();
      ASSERT_EQ(rig.loop.end(), End::time) << method;
      const Recorded& r = rig.recorder.stop();
      EXPECT_LT(r.max_drift.position, 1e-9) << method << ", " << steps;
      EXPECT_LT(r.max_drift.velocity, 1e-9) << method << ", " << steps;
      EXPECT_NEAR(rig.stepper.state().q[0], 0.1 * std::sin(0.02 * 300), 1e-9) << method;
    }
}

// What the steps cross is counted off their thread: as often as `takt run` counts it, also over a change of
// parameters, and a reset of the state crosses nothing.
TEST(Recorder, CountsWhatStepsCross) {
  const std::string path = testing::TempDir() + "takt_bouncing.yaml";
  std::ofstream(path) << R"(takt: 1
name: bouncing
parameters: {push: {value: 0 N}}
gravity: [0, 0, -10]
bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}
joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}
signals: {u: "${push}"}
forces:
  stop: {type: joint_limit, joint: Z, lower: 0 m, stiffness: 1e4 N/m}
  more: {type: drive, joint: Z, torque: u}
initial: {q: {Z: 0.05 m}}
)";
  PlantWords w;
  w.model = path;
  w.method = "ode+rk4";
  w.step = 1e-3;
  const auto plant = make_plant(w);
  Method m = parse_method(w.method);
  m.step = w.step;
  Engine engine(plant->model.system, m, plant->model.start, {1.0});
  const Summary wanted = run(engine, {}, {});
  ASSERT_GT(wanted.counters.crossings, 6);
  for (const bool changes : {false, true}) {
    Rig rig(w, schedule(Policy::skip, 1000));
    rig.run([&](std::int64_t k) {
      if (changes && k == 300) rig.change({"push=0 N"});
    });
    ASSERT_EQ(rig.loop.end(), End::time);
    const Recorded& r = rig.recorder.stop();
    EXPECT_EQ(r.crossings, wanted.counters.crossings) << changes;
    ASSERT_EQ(r.switches.size(), 1U);
    EXPECT_EQ(r.switches.front().name, "force.stop");
    EXPECT_EQ(r.switches.front().count, wanted.counters.crossings);
  }
  // It touches the stop after 0.1 s. Put back to its start while it is in contact, it crosses in once only.
  Rig rig(w, schedule(Policy::skip, 150));
  rig.run([&](std::int64_t k) {
    if (k == 105) rig.requests.reset = true;
  });
  EXPECT_EQ(rig.recorder.stop().crossings, 1);
}

std::vector<double> rows_every_ten(std::int64_t periods) {
  const auto plant = make_plant(four_bar());
  Rig rig(four_bar(), schedule(Policy::skip, periods));
  Counting sink;
  Sink* sinks[] = {&sink};
  RecorderOptions o;
  o.every = 10;
  Recorder recorder(rig.journal, *plant, rig.stepper.state(), sinks, nullptr, {}, o);
  rig.loop.start();
  while (rig.loop.period()) recorder.drain();
  const Recorded& r = recorder.stop();
  EXPECT_EQ(r.rows, static_cast<std::int64_t>(sink.times.size()));
  return sink.times;
}

TEST(Recorder, WritesEverySomePeriodsAndAlwaysTheEnd) {
  EXPECT_EQ(rows_every_ten(30), (std::vector<double>{0, 10e-3, 20e-3, 30e-3}));
  EXPECT_EQ(rows_every_ten(25), (std::vector<double>{0, 10e-3, 20e-3, 25e-3}));
}

}  // namespace
}  // namespace takt::realtime::test
