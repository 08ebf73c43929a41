// Times in messages, and the steps that messages offer.
#include "takt/base/time_text.hpp"

#include <gtest/gtest.h>

namespace takt::test {
namespace {

TEST(TimeText, HasAUnitThatFits) {
  EXPECT_EQ(time_text(0.002), "2 ms");
  EXPECT_EQ(time_text(0.0123456), "12.3 ms");
  EXPECT_EQ(time_text(0.0123456, 6), "12.3456 ms");
  EXPECT_EQ(time_text(0.00025), "250 us");
  EXPECT_EQ(time_text(1), "1 s");
  EXPECT_EQ(time_word(0.0005), "500us");
}

TEST(TimeText, RoundStepsAreOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(round_step(1.99e-3), 1e-3);
  EXPECT_DOUBLE_EQ(round_step(2e-3), 2e-3);
  EXPECT_DOUBLE_EQ(round_step(0.9), 0.5);
}

// The fewest digits first, and then the longest step.
TEST(TimeText, StepsWithinAPeriodHaveFewDigits) {
  EXPECT_EQ(time_word(step_within(2.5e-3, 1e-3), 15), "500us");
  EXPECT_EQ(time_word(step_within(2e-3, 1.5e-3), 15), "1ms");
  EXPECT_EQ(time_word(step_within(2e-3, 5e-3), 15), "2ms");
  EXPECT_EQ(time_word(step_within(2.5e-3, 2.4e-3), 15), "500us");
  EXPECT_DOUBLE_EQ(step_within(1.0 / 3, 0.1), 1.0 / 12);
}

}  // namespace
}  // namespace takt::test
