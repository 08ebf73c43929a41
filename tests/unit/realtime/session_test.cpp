// Whole runs with the real clock: commands while they run, and the results afterwards.
#include "takt/realtime/session.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "rig.hpp"
#include "takt/base/error.hpp"

namespace takt::realtime::test {
namespace {

SessionOptions session() {
  SessionOptions o;
  o.plant = four_bar();
  o.until = 3600;
  o.schedule.grace = 3600;
  o.wanted = {0, -1, false};
  o.checkpoint = 20e-3;
  return o;
}

TEST(Session, FollowsCommandsAndRepeats) {
  const SessionOptions o = session();
  const std::string path = testing::TempDir() + "takt_session.rec";
  Report report;
  {
    Session s(o);
    const auto writer = io::write_recording(path, s.header());
    std::thread other([&] {
      const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
      wait();
      s.change({"m=2.5"});
      wait();
      s.requests().reset = true;
      wait();
      EXPECT_THROW(s.change({"no_such_parameter=1"}), Error);
      s.change({"m=0.5"});
      wait();
      s.requests().stop = true;
    });
    report = s.run({{}, writer.get(), {}});
    other.join();
  }
  EXPECT_EQ(report.end, End::asked);
  EXPECT_EQ(report.statistics.changes, 2);
  EXPECT_EQ(report.statistics.resets, 1);
  EXPECT_EQ(report.recorded.error, "");
  EXPECT_EQ(report.lost_samples, 0);
  EXPECT_LT(report.t_end, report.wall_s);

  const io::Recording recording = io::read_recording(path);
  ASSERT_EQ(recording.changes.size(), 2u);
  EXPECT_EQ(recording.changes[0].set, std::vector<std::string>{"m=2.5"});
  Replay replay(recording);
  replay.from_start();
  const Replayed r = replay.go();
  EXPECT_EQ(r.run, report.statistics.cycles);
  EXPECT_EQ(r.verified, r.run);
  EXPECT_EQ(r.mismatches, 0) << "first in period " << r.first_mismatch;
  EXPECT_EQ(state_hash(replay.stepper().state()), state_hash(report.final_state));
  Replay rest(recording);
  rest.from_last_checkpoint();
  EXPECT_EQ(rest.go().mismatches, 0);
  std::filesystem::remove(path);
}

// A change that comes before the recorded periods were gone through keeps method and step.
TEST(Session, GoesOnWithItsMethodWhenChangedAtOnce) {
  const std::string path = testing::TempDir() + "takt_session_on.rec";
  SessionOptions o = session();
  o.plant.method = "ali3+trapezoidal(passes=2)+tangent";
  o.plant.step = 0.5e-3;
  o.period = 1e-3;
  o.until = 100e-3;
  {
    Session s(o);
    const auto writer = io::write_recording(path, s.header());
    s.run({{}, writer.get(), {}});
  }
  const io::Recording before = io::read_recording(path);
  ASSERT_FALSE(before.checkpoints.empty());
  SessionOptions on = session();
  on.plant = PlantWords{};
  on.plant.model = "four-bar";
  on.until = 200e-3;
  on.earlier = &before;
  on.from = &before.checkpoints.front();
  {
    Session s(on);
    const auto writer = io::continue_recording(path, before.bytes);
    std::thread other([&] { s.change({"m=2.5"}); });
    const Report r = s.run({{}, writer.get(), {}});
    other.join();
    EXPECT_EQ(r.statistics.changes, 1);
    EXPECT_EQ(r.method, to_string(parse_method("ali3+trapezoidal(passes=2)+tangent")));
    EXPECT_EQ(r.step, 0.5e-3);
    EXPECT_EQ(r.steps_per_period, 2);
  }
  const io::Recording after = io::read_recording(path);
  Replay replay(after);
  replay.from_start();
  const Replayed r = replay.go();
  EXPECT_EQ(r.mismatches, 0) << "first in period " << r.first_mismatch;
  EXPECT_EQ(r.gap, -1);
  std::filesystem::remove(path);
}

TEST(Session, DoesNotGoOnBehindAGap) {
  Rig rig(four_bar(), schedule(Policy::skip, 50), 1, 10);
  rig.run();
  io::Recording holed = rig.writer.recording;
  holed.header.from.model = "four-bar";
  holed.periods.erase(holed.periods.begin() + 20);
  SessionOptions on = session();
  on.plant = PlantWords{};
  on.plant.model = "four-bar";
  on.until = 40e-3;
  on.earlier = &holed;
  on.from = &holed.checkpoints.front();
  Session s(on);
  EXPECT_THROW(s.run({}), Error);
}

TEST(Session, EndsByItselfAndSaysWhatItGot) {
  SessionOptions o = session();
  o.until = 50e-3;
  o.period = 2e-3;
  Session s(o);
  const Report r = s.run({});
  EXPECT_EQ(r.end, End::time);
  EXPECT_EQ(r.statistics.cycles + r.statistics.skipped, 25);
  EXPECT_EQ(r.steps_per_period, 2);
  EXPECT_EQ(r.obtained.scheduler, "SCHED_OTHER");
  EXPECT_FALSE(r.obtained.memory_locked);
  EXPECT_FALSE(r.violated);
  EXPECT_GT(r.statistics.execution.min(), 0);
  EXPECT_FALSE(r.host.kernel.empty());
}

TEST(Session, RefusesPeriodsThatAreNoWholeNumberOfSteps) {
  SessionOptions o = session();
  o.period = 1.5e-3;
  EXPECT_THROW(Session{o}, Error);
}

}  // namespace
}  // namespace takt::realtime::test
