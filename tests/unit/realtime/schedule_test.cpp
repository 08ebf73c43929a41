// When periods begin, and what each policy does if they are late.
#include "takt/realtime/schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "rig.hpp"

namespace takt::realtime::test {
namespace {

using Flags = io::PeriodEntry::Flags;

// 2.5 periods in period 5, else a tenth.
std::int64_t once(std::int64_t period) { return period == 5 ? 2500 * us : 100 * us; }

std::vector<std::int64_t> with(const Rig& rig, std::uint8_t flag) {
  std::vector<std::int64_t> list;
  for (const io::PeriodEntry& e : rig.periods())
    if ((e.flags & flag) != 0) list.push_back(e.period);
  return list;
}
using Periods = std::vector<std::int64_t>;

TEST(Schedule, IsAbsolute) {
  ScheduleOptions o = schedule(Policy::skip, 2000);
  o.period = 1e-3 / 3;  // no whole number of ns
  PlantWords w = four_bar();
  w.step = o.period;
  Rig rig(w, o);
  rig.clock.oversleep = [](std::size_t k) { return k % 7 == 3 ? 200 * us : 20 * us; };
  rig.channel.takes = [](std::int64_t) { return 50 * us; };
  const std::int64_t t0 = rig.clock.now() + Loop::lead;
  rig.run();
  ASSERT_EQ(rig.clock.targets.size(), 2000u);
  for (std::size_t k = 0; k < 2000; ++k)
    ASSERT_EQ(rig.clock.targets[k], t0 + std::llround(static_cast<double>(k) * 1e9 * (1e-3 / 3)))
        << "a late wake-up moved period " << k;
  EXPECT_EQ(rig.loop.schedule().overruns().total, 0);
  EXPECT_EQ(rig.loop.end(), End::time);
  EXPECT_EQ(rig.loop.statistics().wake_up.max(), 200e3);
  EXPECT_EQ(rig.loop.statistics().execution.max(), 50e3);
}

TEST(Schedule, StaysAwakeBeforeAPeriod) {
  ScheduleOptions o = schedule(Policy::skip, 10);
  o.awake = 300e-6;
  Rig rig(four_bar(), o);
  rig.clock.oversleep = [](std::size_t k) { return k == 4 ? 350 * us : 100 * us; };
  const std::int64_t t0 = rig.clock.now() + Loop::lead;
  rig.run();
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_EQ(rig.clock.targets[k], t0 + static_cast<std::int64_t>(k) * ms - 300 * us);
  EXPECT_EQ(rig.clock.awake, 9 * 200 * us);
  EXPECT_EQ(rig.loop.statistics().wake_up.max(), 50e3);       // 350 us late, 300 us too early
  EXPECT_LT(rig.loop.statistics().wake_up.quantile(0.5), 2);  // ns: the first class
}

// Where there is time for it, and with the bits of a run without.
TEST(Schedule, RehearsesWhileItIsAwake) {
  for (const char* method :
       {"index2+linear_implicit_euler(J2)+one_step", "ggl+bdf(order=2,passes=2,refresh=3)"}) {
    PlantWords w = four_bar();
    w.method = method;
    ScheduleOptions o = schedule(Policy::skip, 50);
    Rig asleep(w, o);
    o.awake = 300e-6;
    Rig awake(w, o);
    for (Rig* rig : {&asleep, &awake}) {
      rig->channel.takes = [](std::int64_t) { return 100 * us; };
      rig->clock.oversleep = [](std::size_t k) { return k % 2 == 0 ? 50 * us : 150 * us; };
      rig->run();
    }
    EXPECT_EQ(asleep.loop.statistics().rehearsed, 0);
    EXPECT_EQ(awake.loop.statistics().rehearsed, 25) << "where 250 us were left, not 150";
    ASSERT_EQ(awake.periods().size(), 50u);
    for (std::size_t k = 0; k < 50; ++k)
      ASSERT_EQ(awake.periods()[k].hash, asleep.periods()[k].hash) << method << k;
  }
}

TEST(Schedule, SkipKeepsTheGridAndLetsTimeLag) {
  Rig rig(four_bar(), schedule(Policy::skip, 20));
  rig.channel.takes = once;
  rig.run();
  EXPECT_EQ(with(rig, Flags::late), Periods{5});
  EXPECT_EQ(with(rig, Flags::skipped), (Periods{6, 7}));
  EXPECT_EQ(rig.periods().size(), 20u);
  EXPECT_EQ(rig.loop.statistics().skipped, 2);
  EXPECT_NEAR(rig.stepper.state().t, 18e-3, 1e-15);
  EXPECT_TRUE(rig.loop.schedule().budget_violated());
  for (std::size_t i = 1; i < rig.clock.targets.size(); ++i)
    EXPECT_EQ((rig.clock.targets[i] - rig.clock.targets[0]) % ms, 0);
}

TEST(Schedule, CatchUpRunsThemAtOnce) {
  Rig rig(four_bar(), schedule(Policy::catch_up, 20));
  rig.channel.takes = once;
  rig.run();
  // 5 ends at 7.5: 6 begins then and ends at 7.6, 7 ends at 7.7 in time.
  EXPECT_EQ(with(rig, Flags::caught_up), (Periods{6, 7}));
  EXPECT_EQ(with(rig, Flags::late), (Periods{5, 6}));
  EXPECT_TRUE(with(rig, Flags::skipped).empty());
  EXPECT_NEAR(rig.stepper.state().t, 20e-3, 1e-15);
}

TEST(Schedule, CatchUpIsBounded) {
  ScheduleOptions o = schedule(Policy::catch_up, 40);
  o.max_burst = 3;
  Rig rig(four_bar(), o);
  rig.channel.takes = [](std::int64_t k) { return k == 5 ? 10 * ms + 50 * us : 100 * us; };
  rig.run();
  EXPECT_EQ(with(rig, Flags::caught_up), (Periods{6, 7, 8}));
  EXPECT_EQ(with(rig, Flags::skipped), (Periods{9, 10, 11, 12, 13, 14, 15}));
  EXPECT_NEAR(rig.stepper.state().t, 33e-3, 1e-15);
}

TEST(Schedule, DegradeTakesTheCheaperMethodAfterAnOverrun) {
  PlantWords w = four_bar();
  w.degrades = true;
  Rig rig(w, schedule(Policy::degrade, 20));
  rig.channel.takes = once;
  rig.run();
  EXPECT_EQ(with(rig, Flags::degraded), (Periods{6, 7}));
  EXPECT_EQ(rig.loop.statistics().degraded, 2);
  EXPECT_NEAR(rig.stepper.state().t, 20e-3, 1e-15);
  // It is another motion than without, and all but the same.
  Rig plain(four_bar(), schedule(Policy::skip, 20));
  plain.run();
  EXPECT_NE(state_hash(plain.stepper.state()), state_hash(rig.stepper.state()));
  EXPECT_LT((plain.stepper.state().q - rig.stepper.state().q).norm(), 1e-4);
}

TEST(Schedule, StopEndsAfterSomeInARow) {
  ScheduleOptions o = schedule(Policy::stop, 100);
  o.stop_after = 3;
  Rig rig(four_bar(), o);
  // Two in a row are forgiven, three are not.
  rig.channel.takes = [](std::int64_t k) {
    return (k >= 4 && k <= 6) || k >= 20 ? 1500 * us : 100 * us;
  };
  rig.run();
  EXPECT_EQ(rig.loop.end(), End::late);
  EXPECT_EQ(with(rig, Flags::late), (Periods{4, 6, 20, 22, 24}));
  EXPECT_TRUE(rig.loop.schedule().budget_violated());
  EXPECT_EQ(rig.loop.schedule().overruns().most_in_a_row, 3);
  EXPECT_EQ(rig.loop.schedule().overruns().first, 4);
  EXPECT_EQ(rig.loop.schedule().overruns().last, 24);
}

TEST(Schedule, OverrunsInTheGraceDoNotCount) {
  ScheduleOptions o = schedule(Policy::stop, 100);
  o.stop_after = 2;
  o.grace = 10e-3;
  Rig rig(four_bar(), o);
  rig.channel.takes = [](std::int64_t k) { return k < 10 ? 1500 * us : 100 * us; };
  rig.run();
  EXPECT_EQ(rig.loop.end(), End::time);
  EXPECT_EQ(rig.loop.schedule().overruns().total, 5);
  EXPECT_EQ(rig.loop.schedule().overruns().in_grace, 5);
  EXPECT_FALSE(rig.loop.schedule().budget_violated());
}

TEST(Schedule, LeavesOutToTheEnd) {
  Rig rig(four_bar(), schedule(Policy::skip, 20));
  rig.channel.takes = [](std::int64_t k) { return k == 17 ? 50 * ms : 100 * us; };
  rig.run();
  EXPECT_EQ(rig.loop.end(), End::time);
  EXPECT_EQ(with(rig, Flags::skipped), (Periods{18, 19}));
  EXPECT_EQ(rig.periods().size(), 20u);
}

TEST(Loop, SaysWhereTimeWentOver) {
  Rig rig(four_bar(), schedule(Policy::skip, 20));
  rig.channel.takes = [&](std::int64_t k) {
    if (k != 9) return 100 * us;
    const std::int64_t until = monotonic_clock().now() + 2 * ms;
    while (monotonic_clock().now() < until) {
    }
    return 2 * ms;
  };
  rig.run();
  EXPECT_EQ(rig.loop.statistics().overruns_in[std::size_t(PeriodPart::output)], 1);
  Rig sleepy(four_bar(), schedule(Policy::skip, 20));
  sleepy.clock.oversleep = [](std::size_t k) { return k == 9 ? 5 * ms : 0; };
  sleepy.run();
  EXPECT_EQ(sleepy.loop.statistics().overruns_in[std::size_t(PeriodPart::wake_up)], 1);
  Rig behind(four_bar(), schedule(Policy::catch_up, 20));
  behind.clock.oversleep = [](std::size_t k) { return k == 9 ? 2 * ms : 0; };
  behind.run();
  EXPECT_EQ(behind.loop.statistics().overruns_in[std::size_t(PeriodPart::wake_up)], 1);
  EXPECT_EQ(behind.loop.statistics().overruns_in[std::size_t(PeriodPart::backlog)], 1);
  EXPECT_GT(sleepy.loop.statistics().parts.mean(PeriodPart::evaluate), 0);
  EXPECT_GT(sleepy.loop.statistics().parts.mean(PeriodPart::factorise), 0);
  EXPECT_GT(sleepy.loop.statistics().parts.mean(PeriodPart::project), 0);
}

}  // namespace
}  // namespace takt::realtime::test
