// The replay of a recorded run gives the same bits, whatever happened in it.
#include "takt/realtime/replay.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "rig.hpp"
#include "takt/base/error.hpp"
#include "takt/realtime/report.hpp"
#include "takt/simulate/run.hpp"

namespace takt::realtime::test {
namespace {

// Late now and then, by different amounts.
std::int64_t uneven(std::int64_t k) {
  return k % 17 == 3 ? 3700 * us : k % 11 == 5 ? 1300 * us : 200 * us;
}

constexpr const char* pushed = R"(takt: 1
name: pushed
parameters: {m: 1 kg, d: 0.3}
gravity: [0, -9.81, 0]
bodies: {mass: {mass: "${m}", com: [-1, 0, 0]}}
joints: {pivot: {type: revolute, between: [ground, mass], at: [0, 0, 0], axis: z}}
signals: {push: {type: input, value: 0, most: 5, least: -5, between: line}}
forces:
  motor: {type: drive, joint: pivot, torque: push}
outputs: {x: {position: mass.com, axis: x}}
)";

constexpr const char* uneven_four_bar = R"(takt: 1
name: uneven-four-bar
parameters: {a: 1 m, m: 1 kg}
gravity: [3, -9.81, 0]
bodies:
  crank:   {mass: "${m}", uniform: {rod: [[0, 0, 0], [0, "${a}", 0]]}}
  coupler: {mass: "${m}", uniform: {rod: [[0, "${a}", 0], [1, 1, 0]]}}
  rocker:  {mass: "${m}", uniform: {rod: [[1, 1, 0], [1, 0, 0]]}}
joints:
  A: {type: revolute, between: [ground, crank],   at: [0, 0, 0],      axis: z}
  B: {type: revolute, between: [crank, coupler],  at: [0, "${a}", 0], axis: z}
  C: {type: revolute, between: [coupler, rocker], at: [1, 1, 0],      axis: z}
  D: {type: revolute, between: [ground, rocker],  at: [1, 0, 0],      axis: z}
)";

class ReplayOf : public testing::TestWithParam<Policy> {};

TEST_P(ReplayOf, GivesTheSameBits) {
  PlantWords w = four_bar();
  w.degrades = GetParam() == Policy::degrade;
  ScheduleOptions o = schedule(GetParam(), 300);
  o.stop_after = 1000;
  o.max_burst = 2;
  Rig rig(w, o, 1, 50);
  rig.channel.takes = uneven;
  rig.run([&](std::int64_t k) {
    if (k == 100) rig.requests.reset = true;
    if (k == 160) rig.change({"m=1.7"});
  });
  ASSERT_EQ(rig.loop.end(), End::time);
  ASSERT_GT(rig.loop.schedule().overruns().total, 20);
  ASSERT_EQ(rig.periods().size(), 300u);
  Replay replay(rig.writer.recording);
  replay.from_start();
  const Replayed r = replay.go();
  EXPECT_EQ(r.next, 300);
  EXPECT_EQ(r.verified, rig.loop.statistics().cycles);
  EXPECT_EQ(r.mismatches, 0) << "first in period " << r.first_mismatch;
  EXPECT_EQ(state_hash(replay.stepper().state()), state_hash(rig.stepper.state()));

  // From the last checkpoint, as after a crash.
  ASSERT_GE(rig.writer.recording.checkpoints.size(), 5u);
  Replay rest(rig.writer.recording);
  rest.from_last_checkpoint();
  EXPECT_GT(rest.first(), 200);
  EXPECT_EQ(rest.words().set, std::vector<std::string>{"m=1.7"});
  EXPECT_EQ(rest.go().mismatches, 0);
  EXPECT_EQ(state_hash(rest.stepper().state()), state_hash(rig.stepper.state()));

  // A decision that was another shows.
  io::Recording wrong = rig.writer.recording;
  std::int64_t changed = -1;
  for (io::PeriodEntry& e : wrong.periods)
    if ((e.flags & io::PeriodEntry::reset) != 0) {
      e.flags &= static_cast<std::uint8_t>(~io::PeriodEntry::reset);
      changed = e.period;
    }
  ASSERT_GE(changed, 100);
  Replay other(wrong);
  other.from_start();
  EXPECT_EQ(other.go().first_mismatch, changed);
}

std::string name_of(const testing::TestParamInfo<Policy>& p) {
  return p.param == Policy::catch_up ? "catch_up" : std::string(to_string(p.param));
}

INSTANTIATE_TEST_SUITE_P(Policies, ReplayOf,
                         testing::Values(Policy::skip, Policy::catch_up, Policy::degrade,
                                         Policy::stop),
                         name_of);

TEST(Replay, FollowsInputs) {
  const std::string path = testing::TempDir() + "takt_pushed.yaml";
  std::ofstream(path) << pushed;
  PlantWords w;
  w.model = path;
  w.method = "ode+linear_implicit_euler(J2)";
  w.step = 0.5e-3;
  Rig rig(w, schedule(Policy::skip, 200), 2, 30);
  rig.channel.takes = uneven;
  rig.channel.sends = [](std::int64_t k) { return 3 * std::sin(0.1 * double(k)); };
  rig.run();
  ASSERT_EQ(rig.periods().front().inputs.size(), 1u);
  Replay replay(rig.writer.recording);
  replay.from_start();
  const Replayed r = replay.go();
  EXPECT_EQ(r.mismatches, 0) << "first in period " << r.first_mismatch;
  EXPECT_GT(r.verified, 100);
  Replay rest(rig.writer.recording);
  rest.from_last_checkpoint();
  EXPECT_EQ(rest.go().mismatches, 0);
  // Inputs matter.
  io::Recording wrong = rig.writer.recording;
  wrong.periods[20].inputs[0] += 1e-12;
  Replay other(wrong);
  other.from_start();
  EXPECT_GE(other.go().first_mismatch, 20);
}

TEST(Replay, StopsWhereTheRecorderLostPeriods) {
  Rig rig(four_bar(), schedule(Policy::skip, 50));
  rig.run();
  io::Recording holed = rig.writer.recording;
  holed.periods.erase(holed.periods.begin() + 20);
  Replay replay(holed);
  replay.from_start();
  const Replayed r = replay.go();
  EXPECT_EQ(r.gap, 20);
  EXPECT_EQ(r.next, 20);
  EXPECT_EQ(r.mismatches, 0);
}

TEST(Replay, RefusesWithoutACheckpoint) {
  Rig rig(four_bar(), schedule(Policy::skip, 10));
  rig.run();
  Replay replay(rig.writer.recording);
  EXPECT_THROW(replay.from_last_checkpoint(), Error);
}

TEST(Requests, ResetGoesBackToTheStart) {
  Rig rig(four_bar(), schedule(Policy::skip, 60));
  rig.run([&](std::int64_t k) {
    if (k == 25) rig.requests.reset = true;
  });
  for (std::size_t k = 0; k < 25; ++k)
    ASSERT_EQ(rig.periods()[25 + k].hash, rig.periods()[k].hash) << k;
  EXPECT_EQ(rig.periods()[25].flags, io::PeriodEntry::reset);
  EXPECT_EQ(rig.loop.statistics().resets, 1);
}

TEST(Requests, MassChangesBetweenTwoPeriods) {
  Rig rig(four_bar(), schedule(Policy::skip, 60));
  rig.run([&](std::int64_t k) {
    if (k == 30) rig.change({"m=3", "speed=-2"});
  });
  PlantWords heavy = four_bar();
  heavy.set = {"m=3", "speed=-2"};
  const auto first = make_plant(four_bar()), second = make_plant(heavy);
  for (int k = 0; k < 30; ++k) first->simulation->step();
  second->simulation->adopt(first->simulation->state(), 30);
  for (int k = 0; k < 30; ++k) second->simulation->step();
  EXPECT_EQ(state_hash(second->simulation->state()), state_hash(rig.stepper.state()));
  for (int k = 0; k < 30; ++k) first->simulation->step();
  EXPECT_NEAR(rig.stepper.state().t, 60e-3, 1e-15);
  ASSERT_EQ(rig.writer.recording.changes.size(), 1u);
  EXPECT_EQ(rig.writer.recording.changes[0].period, 30);
}

TEST(Requests, AChangeWaitsForTheOneBefore) {
  Rig rig(four_bar(), schedule(Policy::skip, 60), 1, 0, {4, 4, 0, 0, 0});
  rig.loop.start();
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(rig.loop.period());  // the journal is full now
  rig.change({"m=2"});
  ASSERT_TRUE(rig.loop.period());
  rig.change({"m=3"});
  ASSERT_TRUE(rig.loop.period());
  EXPECT_EQ(rig.loop.statistics().changes, 1);
  rig.recorder.drain();
  while (rig.loop.period()) rig.recorder.drain();
  EXPECT_EQ(rig.loop.statistics().changes, 2);
  ASSERT_EQ(rig.writer.recording.changes.size(), 2u);
  EXPECT_EQ(rig.writer.recording.changes[0].set, std::vector<std::string>{"m=2"});
  EXPECT_EQ(rig.writer.recording.changes[1].set, std::vector<std::string>{"m=3"});
}

TEST(Requests, WhatMovesConstraintsIsRefused) {
  const std::string path = testing::TempDir() + "takt_uneven.yaml";
  std::ofstream(path) << uneven_four_bar;
  PlantWords w;
  w.model = path;
  const auto now = make_plant(w);
  w.set = {"m=2"};
  EXPECT_NO_THROW(require_same_shape(*make_plant(w), *now));
  w.set = {"a=1.1"};  // closed at the start, and nowhere else
  try {
    require_same_shape(*now, *make_plant(w));
    FAIL() << "a longer crank was accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("they move constraints"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace takt::realtime::test
