// Inputs of a period: new values within their range, and the policy if none arrived.
#include "takt/realtime/input_stage.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <optional>

namespace takt::realtime {
namespace {

// Frames as the test says, one a period; nothing when it says so.
class Scripted : public Channel {
 public:
  struct Frame {
    std::vector<double> values;
    std::int64_t answers = -1;
  };
  std::deque<std::optional<Frame>> script;

  bool latest(std::span<double> inputs, Arrival& arrival) noexcept override {
    if (script.empty()) return false;
    const std::optional<Frame> f = script.front();
    script.pop_front();
    if (!f) return false;
    std::copy(f->values.begin(), f->values.end(), inputs.begin());
    arrival.answers = f->answers;
    return true;
  }
  void give(std::int64_t, double, std::span<const double>) noexcept override {}
  ChannelCounts counts() const noexcept override { return {}; }
  std::string describe() const override { return "script"; }
};

const Input steer{"steer", "m", 0.5, -10, 10, true};
const Input gear{"gear", "1", 1, 0, 5, false};
const std::vector<Input> both{steer, gear};

std::vector<double> values(const InputStage& s) { return {s.values().begin(), s.values().end()}; }

TEST(InputStage, WithoutAChannelKeepsStandardValues) {
  InputStage stage(both, nullptr, {OnLoss::stop, 1});
  for (int p = 0; p < 10; ++p) EXPECT_TRUE(stage.next(p));
  EXPECT_EQ(values(stage), (std::vector<double>{0.5, 1}));
  EXPECT_EQ(stage.counts().held, 0);
}

TEST(InputStage, WaitsForAControllerAnew) {
  Scripted c;
  c.script = {Scripted::Frame{{2, 3}}};
  InputStage stage(both, &c, {OnLoss::stop, 1});
  EXPECT_TRUE(stage.next(0));
  stage.wait_anew();
  for (int p = 1; p < 10; ++p) EXPECT_TRUE(stage.next(p));
  EXPECT_EQ(values(stage), (std::vector<double>{2, 3}));
  EXPECT_EQ(stage.counts().waiting, 9);
  c.script = {Scripted::Frame{{1, 1}}};
  EXPECT_TRUE(stage.next(10));
  EXPECT_TRUE(stage.next(11));
  EXPECT_FALSE(stage.next(12));
}

TEST(InputStage, ClampsAndCountsAndRefusesWhatIsNoNumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  Scripted c;
  c.script = {Scripted::Frame{{11, -1}}, Scripted::Frame{{nan, 3}}, Scripted::Frame{{2, -inf}}};
  InputStage stage(both, &c, {});
  EXPECT_TRUE(stage.next(0));
  EXPECT_EQ(values(stage), (std::vector<double>{10, 0}));
  EXPECT_EQ(stage.counts().clamped, 2);
  EXPECT_TRUE(stage.next(1));
  EXPECT_EQ(values(stage), (std::vector<double>{10, 3}));
  EXPECT_TRUE(stage.next(2));
  EXPECT_EQ(values(stage), (std::vector<double>{2, 3}));
  EXPECT_EQ(stage.counts().not_finite, 2);
  EXPECT_EQ(stage.counts().clamped, 2);
  EXPECT_EQ(stage.counts().fresh, 3);
}

TEST(InputStage, HoldsForEver) {
  Scripted c;
  c.script = {std::nullopt, Scripted::Frame{{1, 2}}};
  InputStage stage(both, &c, {OnLoss::hold, 3});
  for (int p = 0; p < 20; ++p) EXPECT_TRUE(stage.next(p));
  EXPECT_EQ(values(stage), (std::vector<double>{1, 2}));
  EXPECT_EQ(stage.counts().waiting, 1);
  EXPECT_EQ(stage.counts().fresh, 1);
  EXPECT_EQ(stage.counts().held, 18);
  EXPECT_EQ(stage.counts().longest_silence, 18);
}

TEST(InputStage, ExtrapolatesLinesWithinRangeAndPatience) {
  Scripted c;  // two periods apart: 1 a period
  c.script = {Scripted::Frame{{1, 2}}, std::nullopt, Scripted::Frame{{3, 4}}};
  InputStage stage(both, &c, {OnLoss::extrapolate, 4});
  for (int p = 0; p < 3; ++p) EXPECT_TRUE(stage.next(p));
  for (int p = 1; p <= 4; ++p) {
    EXPECT_TRUE(stage.next(2 + p));
    EXPECT_EQ(values(stage), (std::vector<double>{3.0 + p, 4})) << p;  // gears have no slope
  }
  for (int p = 0; p < 5; ++p) EXPECT_TRUE(stage.next(7 + p));
  EXPECT_EQ(values(stage), (std::vector<double>{7, 4}));  // and stays there
  EXPECT_EQ(stage.counts().extrapolated, 5);
  EXPECT_EQ(stage.counts().held, 5);

  Scripted steep;
  steep.script = {Scripted::Frame{{0, 0}}, Scripted::Frame{{8, 0}}};
  InputStage bounded(both, &steep, {OnLoss::extrapolate, 4});
  for (int p = 0; p < 4; ++p) EXPECT_TRUE(bounded.next(p));
  EXPECT_EQ(values(bounded)[0], 10);
}

TEST(InputStage, StopsAfterItsPatienceButNotBeforeItHeardAnybody) {
  Scripted c;
  for (int i = 0; i < 50; ++i) c.script.emplace_back();
  c.script.emplace_back(Scripted::Frame{{1, 2}});
  InputStage stage(both, &c, {OnLoss::stop, 3});
  for (int p = 0; p < 51; ++p) EXPECT_TRUE(stage.next(p));
  for (int p = 0; p < 3; ++p) EXPECT_TRUE(stage.next(51 + p)) << p;
  EXPECT_FALSE(stage.next(54));
}

TEST(InputStage, GoesAlongALineOnePeriodLate) {
  Scripted c;
  c.script = {Scripted::Frame{{1, 2}}, Scripted::Frame{{3, 4}}};
  InputStage stage(both, &c, {});
  double x[2], rate[2];
  stage.next(0);
  stage.next(1);
  stage.at(0, 4, 0.002, x, rate);
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 4);
  EXPECT_DOUBLE_EQ(rate[0], 1000);
  EXPECT_EQ(rate[1], 0);
  stage.at(3, 4, 0.002, x, rate);
  EXPECT_DOUBLE_EQ(x[0], 2.5);
  stage.next(2);  // nothing came: it has arrived
  stage.at(0, 4, 0.002, x, rate);
  EXPECT_EQ(x[0], 3);
  EXPECT_EQ(rate[0], 0);
}

TEST(InputStage, MeasuresLatencyInPeriodsAndDistrustsTheFuture) {
  Scripted c;
  c.script = {Scripted::Frame{{1, 2}, -1}, Scripted::Frame{{1, 2}, 8}, Scripted::Frame{{1, 2}, 7},
              Scripted::Frame{{1, 2}, std::numeric_limits<std::int64_t>::max()},
              Scripted::Frame{{1, 2}, std::numeric_limits<std::int64_t>::min()}};
  InputStage stage(both, &c, {});
  for (int p = 9; p < 14; ++p) EXPECT_TRUE(stage.next(p));
  EXPECT_EQ(stage.counts().latencies, 2);
  EXPECT_EQ(stage.counts().latency_last, 4);
  EXPECT_EQ(stage.counts().latency_max, 4);
  EXPECT_EQ(stage.counts().latency_sum, 6);
}

TEST(InputStage, RepeatsItselfFromItsMemory) {
  Scripted a, b;
  a.script = {Scripted::Frame{{1, 2}}, Scripted::Frame{{2, 2}}};
  InputStage first(both, &a, {OnLoss::extrapolate, 5}), second(both, &b, {OnLoss::extrapolate, 5});
  for (int p = 0; p < 4; ++p) first.next(p);
  std::copy(first.memory().begin(), first.memory().end(), second.memory().begin());
  for (int p = 4; p < 10; ++p) {
    first.next(p);
    second.next(p);
    EXPECT_EQ(values(first), values(second));
    double x[2], y[2], rx[2], ry[2];
    first.at(1, 3, 0.001, x, rx);
    second.at(1, 3, 0.001, y, ry);
    EXPECT_EQ(x[0], y[0]);
    EXPECT_EQ(rx[0], ry[0]);
  }
}

TEST(InputStage, ReplaysValuesAsTheyAre) {
  InputStage stage(both, nullptr, {});
  const double one[2] = {1, 2}, two[2] = {3, 2};
  stage.put(one);
  stage.put(two);
  double x[2], rate[2];
  stage.at(1, 2, 0.001, x, rate);
  EXPECT_EQ(x[0], 2);
  EXPECT_EQ(values(stage), (std::vector<double>{3, 2}));
}

// --- several channels ---

TEST(InputStage, TakesEachInputFromItsChannel) {
  Scripted wheel, lever;
  wheel.script = {Scripted::Frame{{2}}, Scripted::Frame{{4}}, Scripted::Frame{{6}}};
  lever.script = {std::nullopt, Scripted::Frame{{3}}, std::nullopt};
  InputStage stage(both, {{&wheel, {0}}, {&lever, {1}}}, {});
  EXPECT_TRUE(stage.next(0));
  EXPECT_EQ(values(stage), (std::vector<double>{2, 1}));
  EXPECT_TRUE(stage.next(1));
  EXPECT_EQ(values(stage), (std::vector<double>{4, 3}));
  EXPECT_TRUE(stage.next(2));
  EXPECT_EQ(values(stage), (std::vector<double>{6, 3}));
  EXPECT_EQ(stage.counts().fresh, 4);
  EXPECT_EQ(stage.counts().waiting, 1);
  EXPECT_EQ(stage.counts().held, 1);
}

TEST(InputStage, OneSilentChannelIsEnoughToStop) {
  for (const bool first : {true, false}) {
    Scripted talks, dies;
    for (int k = 0; k < 20; ++k) talks.script.push_back(Scripted::Frame{{1}});
    dies.script = {Scripted::Frame{{2}}};
    Channel *a = &talks, *b = &dies;
    if (first) std::swap(a, b);
    InputStage stage(both, {{a, {0}}, {b, {1}}}, {OnLoss::stop, 3});
    for (int p = 0; p < 4; ++p) EXPECT_TRUE(stage.next(p)) << p;
    EXPECT_FALSE(stage.next(4));
  }
}

TEST(InputStage, GoesOnAlongTheLineOfTheChannelThatFailed) {
  Scripted steady, fails;
  for (int k = 0; k < 9; ++k) steady.script.push_back(Scripted::Frame{{4}});
  fails.script = {Scripted::Frame{{1}}, Scripted::Frame{{2}}};
  InputStage stage(both, {{&steady, {1}}, {&fails, {0}}}, {OnLoss::extrapolate, 2});
  const double expected[] = {1, 2, 3, 4, 4, 4};
  for (int p = 0; p < 6; ++p) {
    EXPECT_TRUE(stage.next(p));
    EXPECT_EQ(values(stage), (std::vector<double>{expected[p], 4})) << p;
  }
}

}  // namespace
}  // namespace takt::realtime
