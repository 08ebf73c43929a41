// What a program does in its loop through the door: steps, inputs, outputs, poses, reactions. No heap.
#include <gtest/gtest.h>

#include <cmath>

#include "allocation_guard.hpp"
#include "takt/takt.hpp"

namespace takt::test {
namespace {

TEST(Door, StepsAndHandlesNeedNoHeap) {
  for (const char* method :
       {"hybrid+trapezoidal(passes=3)", "index1+heun+s_both2", "global+trapezoidal(passes=3)",
        "index2+linear_implicit_euler(J2)+one_step"}) {
    Simulation sim(load("iltis", {{"road", "bump"}, {"manoeuvre", "wheel"}}),
                   {.method = method, .step = 1e-3, .until = 1});
    auto wheel = sim.input("wheel");
    const auto yaw = sim.output("yaw");
    const auto chassis = sim.body("chassis");
    const auto hub = sim.joint("fl.hub");
    double sum = 0;
    long calls = 0;
    {
      const AllocationGuard guard;
      for (int i = 0; i < 50; ++i) {
        wheel = 1e-4 * i;
        if (!sim.step()) break;
        sum += yaw + chassis.pose().position.z() + chassis.acceleration().linear.z() +
               chassis.point({1, 0, 0}).x() + hub.reaction().force.z() + sim.energy().total() +
               sim.drift().position;
      }
      calls = guard.count();
    }
    EXPECT_EQ(sim.steps(), 50) << method << sim.failure();
    EXPECT_EQ(calls, 0) << method;
    EXPECT_TRUE(std::isfinite(sum));
  }
}

}  // namespace
}  // namespace takt::test
