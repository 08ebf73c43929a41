// The step thread of a loop uses no heap in any period, whatever happens in it.
#include "takt/realtime/loop.hpp"

#include <gtest/gtest.h>

#include "tests/realtime/allocation_guard.hpp"
#include "tests/support/methods.hpp"
#include "tests/unit/realtime/rig.hpp"

namespace takt::realtime::test {
namespace {

struct Run {
  const char *model, *method, *cheaper;
};

class LoopHeap : public testing::TestWithParam<Run> {};

TEST_P(LoopHeap, IsNeverTouched) {
  PlantWords w;
  w.model = GetParam().model;
  w.method = GetParam().method;
  w.step = 1e-3;
  w.degrades = true;
  ScheduleOptions o = schedule(Policy::degrade, 60);
  o.awake = 700e-6;
  Rig rig(w, o, 2, 7);
  rig.clock.targets.reserve(1000);
  rig.channel.takes = [](std::int64_t k) { return k % 9 == 4 ? 3500 * us : 100 * us; };
  EXPECT_EQ(to_string(rig.stepper.plant().cheaper_method), GetParam().cheaper);
  PlantWords heavier = w;
  heavier.set = {"m=1.5"};
  if (w.model == "four-bar") rig.requests.change = new Change({"m=1.5"}, make_plant(heavier));
  rig.requests.reset = true;
  long calls = 0;
  rig.loop.start();
  for (int k = 0; k < 40; ++k) {
    if (k == 20) rig.requests.reset = true;
    bool goes_on = false;
    {
      const takt::test::AllocationGuard guard;
      goes_on = rig.loop.period();
      calls += guard.count();
    }
    ASSERT_TRUE(goes_on) << to_string(rig.loop.status());
    if (k % 3 == 0) rig.recorder.drain();
  }
  EXPECT_EQ(calls, 0);
  EXPECT_GT(rig.loop.statistics().degraded, 4);
  EXPECT_GT(rig.loop.statistics().rehearsed, 3);
  EXPECT_EQ(rig.loop.statistics().resets, 2);
  rig.recorder.drain();
  EXPECT_GT(rig.writer.recording.checkpoints.size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Methods, LoopHeap,
                         testing::Values(Run{"four-bar",
                                             "index2+linear_implicit_euler(J2)+one_step",
                                             "index2+linear_implicit_euler(row=J3)+one_step"},
                                         Run{"four-bar", "ali3+trapezoidal(passes=2)+tangent",
                                             "ali3+trapezoidal(passes=1)+tangent"},
                                         Run{"iltis", "ali3+trapezoidal(passes=3)+tangent",
                                             "ali3+trapezoidal(passes=1)+tangent"},
                                         Run{"passenger-car", "ggl+bdf(order=2,passes=2)+grouped",
                                             "ggl+bdf(order=2,passes=1)+grouped"}),
                         [](const auto& i) {
                           return std::to_string(i.index) + "_" +
                                  takt::test::test_name(i.param.model);
                         });

}  // namespace
}  // namespace takt::realtime::test
