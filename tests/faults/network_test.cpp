// A very bad network, over loopback: the report counts exactly the faults that the injector made,
// and the loop keeps its schedule.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "realtime_run.hpp"

namespace takt::faults {
namespace {

int frames() { return long_campaign() ? 20000 : 1500; }

void expect_counts(const Outcome& o) {
  const nlohmann::json& n = o.report["inputs"];
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.report["ended"], "time");
  EXPECT_EQ(n["overflown"], 0);
  EXPECT_EQ(n["received"], o.done.sent);
  EXPECT_EQ(n["accepted"], o.done.whole);
  EXPECT_EQ(n["lost"], o.done.lost);
  EXPECT_EQ(n["duplicated"], o.done.duplicated);
  EXPECT_EQ(n["reordered"], o.done.reordered);
  EXPECT_EQ(n["truncated"], o.done.truncated);
  EXPECT_EQ(n["corrupt"], o.done.corrupt);
  EXPECT_EQ(n["misfit"], o.done.misfit);
  EXPECT_EQ(n["restarts"], o.done.sessions);
  EXPECT_EQ(n["foreign"], 0);
  // Every period of the schedule ran or was skipped, and is counted once.
  const std::int64_t cycles = o.report["cycles"], skipped = o.report["skipped"];
  const std::int64_t waiting = n["waiting"], fresh = n["fresh"], held = n["held"];
  EXPECT_EQ(cycles + skipped, frames() + 300);
  EXPECT_EQ(waiting + fresh + held + n["extrapolated"].get<std::int64_t>(), cycles);
  // A frame was used, or replaced by a newer one; the last one may arrive after the last period.
  const std::int64_t unused = o.done.whole - fresh - n["replaced"].get<std::int64_t>();
  EXPECT_GE(unused, 0);
  EXPECT_LE(unused, 1);
  EXPECT_EQ(n["sent"].get<std::int64_t>() + n["not_sent"].get<std::int64_t>(), cycles);
  // Of the refused packets, a recording keeps a hundred per second.
  EXPECT_EQ(o.report["recorder"]["packets"].get<std::int64_t>() + n["unkept"].get<std::int64_t>(),
            o.done.sent);
  EXPECT_LE(n["unkept"].get<std::int64_t>(), o.done.sent - o.done.whole);
}

Plan plain() {
  Plan p;
  p.frames = frames();
  return p;
}

TEST(Network, LosesOnePercent) {
  Plan p = plain();
  p.loss = 0.01;
  const Outcome o = run(p);
  expect_counts(o);
  EXPECT_GT(o.done.lost, 0);
}

TEST(Network, DoublesAndSwaps) {
  Plan p = plain();
  p.duplication = 0.05;
  p.reordering = 0.05;
  const Outcome o = run(p);
  expect_counts(o);
  EXPECT_GT(o.done.duplicated, 0);
  EXPECT_GT(o.done.reordered, 0);
}

TEST(Network, StopsFor50MillisecondsAtATime) {
  Plan p = plain();
  p.burst = 50;
  const Outcome o = run(p, 0, {"--on-loss", "extrapolate", "--patience", "20"});
  expect_counts(o);
  EXPECT_GT(o.report["inputs"]["extrapolated"], 0);
  EXPECT_GT(o.report["inputs"]["held"], 0);
}

TEST(Network, CutsSpoilsAndForges) {
  Plan p = plain();
  p.truncation = 0.02;
  p.corruption = 0.02;
  p.forgery = 0.02;
  p.loss = 0.01;
  p.session_after = p.frames / 4;
  const Outcome o = run(p);
  expect_counts(o);
  EXPECT_GT(o.done.truncated, 0);
  EXPECT_GT(o.done.corrupt, 0);
  EXPECT_GT(o.done.misfit, 0);
  EXPECT_EQ(o.done.sessions, 3);
}

TEST(Network, SendsWhatIsNoNumberOrTooLarge) {
  Plan p = plain();
  p.frames /= 2;
  p.value = std::numeric_limits<double>::quiet_NaN();
  Outcome o = run(p);
  EXPECT_EQ(o.code, 0);
  EXPECT_GT(o.report["inputs"]["fresh"], 0);
  EXPECT_EQ(o.report["inputs"]["not_finite"], o.report["inputs"]["fresh"]);
  EXPECT_EQ(o.report["inputs"]["clamped"], 0);
  EXPECT_TRUE(o.report["final_state"]["out"]["y"].is_number());
  EXPECT_LT(std::abs(o.report["final_state"]["out"]["y"].get<double>()), 0.05);
  p.value = -std::numeric_limits<double>::infinity();
  o = run(p);
  EXPECT_EQ(o.report["inputs"]["not_finite"], o.report["inputs"]["fresh"]);
}

TEST(Network, StopsTheRunWhenAskedTo) {
  Plan p = plain();
  p.frames = 300;
  const int port = free_port();
  Process takt(command(
      {"--io", "udp:" + std::to_string(port), "--on-loss", "stop", "--patience", "400"}, 30));
  ASSERT_TRUE(listening(takt, port));
  Injector controller(port, model_inputs);
  controller.run(p);
  EXPECT_EQ(takt.wait(20), 1);
  EXPECT_EQ(takt.report()["ended"], "silent");
  EXPECT_EQ(takt.report()["inputs"]["longest_silence"], 401);
}

// All faults at once, with a flood: everything is counted once. The long campaign also compares
// missed deadlines with those of runs without faults, in turns: the machine affects both alike, so
// that only the effect of the faults remains. A few seconds on a busy machine would not be
// conclusive.
TEST(Network, FloodsAndFaultsCostNoDeadlines) {
  Plan bad = plain();
  bad.loss = bad.duplication = bad.reordering = bad.truncation = bad.corruption = 0.01;
  const double rate = 100'000;
  std::int64_t with = 0, without = 0, noise = 0, overflown = 0;
  const int rounds = long_campaign() ? 10 : 1;
  for (int i = 0; i < rounds; ++i) {
    const Outcome control = run(plain());
    expect_counts(control);
    const Outcome o = run(bad, rate);
    const nlohmann::json& n = o.report["inputs"];
    EXPECT_EQ(o.code, 0);
    const auto count = [&n](const char* what) { return n[what].get<std::int64_t>(); };
    EXPECT_EQ(count("received") + count("overflown"), o.done.sent + o.noise);
    EXPECT_EQ(count("accepted") + count("duplicated") + count("reordered") + count("truncated") +
                  count("corrupt") + count("misfit") + count("foreign"),
              count("received"));
    if (count("overflown") == 0) {
      EXPECT_EQ(count("accepted"), o.done.whole);
    }
    EXPECT_EQ(o.report["recorder"]["packets"].get<std::int64_t>() + count("unkept"),
              count("received"));
    with += o.report["overruns"]["total"].get<std::int64_t>();
    without += control.report["overruns"]["total"].get<std::int64_t>();
    noise += o.noise;
    overflown += count("overflown");
  }
  const double seconds = rounds * frames() * 1e-3;
  RecordProperty("noise_per_second", static_cast<int>(static_cast<double>(noise) / seconds));
  RecordProperty("overflown", static_cast<int>(overflown));
  RecordProperty("overruns_with", static_cast<int>(with));
  RecordProperty("overruns_without", static_cast<int>(without));
  std::printf("noise %.0f/s, %lld overflown; overruns %lld with, %lld without\n",
              static_cast<double>(noise) / seconds, static_cast<long long>(overflown),
              static_cast<long long>(with), static_cast<long long>(without));
  EXPECT_GT(noise, 0);
  if (!long_campaign()) return;
  EXPECT_GT(static_cast<double>(noise), 0.5 * rate * seconds);
  // The standard deviation of counts of rare events is their square root.
  const double scatter = 3 * std::sqrt(static_cast<double>(with + without)) + 3;
  EXPECT_LE(static_cast<double>(with), static_cast<double>(without) + scatter);
}

TEST(Network, AControllerIsKilledAndAnotherTakesOver) {
  const int port = free_port();
  Plan p = plain();
  p.frames = 500;
  Process takt(command({"--io", "udp:" + std::to_string(port)}, 2.5));
  ASSERT_TRUE(listening(takt, port));
  Done first, second;
  {
    Injector a(port, model_inputs);
    first = a.run(p);
  }
  {
    Injector b(port, model_inputs);
    p.frames = 1000;
    second = b.run(p);
  }
  ASSERT_EQ(takt.wait(), 0);
  const nlohmann::json n = takt.report()["inputs"];
  EXPECT_EQ(n["received"], first.sent + second.sent);
  EXPECT_EQ(n["accepted"].get<std::int64_t>() + n["foreign"].get<std::int64_t>(),
            first.whole + second.whole);
  EXPECT_EQ(n["restarts"], 1);
  EXPECT_EQ(n["lost"], 0);
  // While the first one might still have been alive.
  EXPECT_GT(n["foreign"], 0);
  EXPECT_GT(n["accepted"].get<std::int64_t>(), 1000);  // and after that
  EXPECT_GT(second.outputs, 0);
}

}  // namespace
}  // namespace takt::faults
