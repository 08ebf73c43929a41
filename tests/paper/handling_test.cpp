// Handling of the shipped vehicles: properties that every realistic vehicle has.
#include "apps/reproduce/handling.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace takt::reproduce {
namespace {

TEST(Handling, OfIltisAndTruck) {
  const std::vector<Handling> all = handling();
  ASSERT_GE(all.size(), 2u);
  for (const Handling& h : all) {
    SCOPED_TRACE(h.vehicle + " " + h.coupling);
    EXPECT_GT(std::abs(h.lateral), 0.5);  // the Iltis turns right
    EXPECT_GT(h.understeer, 0);
    // Slow steering gives the same K as the end of a step steer, except for its change over a_y.
    EXPECT_NEAR(h.steady_understeer, h.understeer, 0.1 * h.understeer);
    EXPECT_GT(h.response, 0.1);
    EXPECT_LT(h.response, 1);
    EXPECT_LT(h.overshoot, 0.3);
    // r / delta = v / (l + K v^2)
    EXPECT_NEAR(h.gain, h.speed / (h.wheelbase + h.understeer * h.speed * h.speed), 0.02 * h.gain);
  }
}

}  // namespace
}  // namespace takt::reproduce
