// Figures 9 and 10 of 001 (Dopico et al., energy conserving methods and projection): the Iltis
// drives down stairs in natural coordinates. The paper prints no numbers; the limits are our
// results with a margin. The tests never require that the conserving method fails alone (ERRATA
// 001.9).
#include <gtest/gtest.h>

#include "apps/reproduce/paper_001/figures_9_and_10.hpp"

namespace takt::reproduce::paper_001 {
namespace {

TEST(Paper001, Figure9) {
  const Driven rule = drive("trapezoidal and projections", trapezoidal_with_projections);
  EXPECT_TRUE(rule.ride.finished());
  EXPECT_LT(rule.before, 2e-4);
  EXPECT_LT(rule.all, 0.25);
}

// Up to the first stair the motion is smooth and both methods are of order two; with 5 ms both
// arrive.
TEST(Paper001, Figure10) {
  const Driven at_10_ms = drive("conserving and projections", conserving_with_projections);
  const Driven at_5_ms = drive("conserving and projections", conserving_with_projections, 5e-3);
  EXPECT_LT(at_10_ms.before, 3e-4);
  EXPECT_NEAR(at_10_ms.before / at_5_ms.before, 4, 0.6);
  EXPECT_TRUE(stairs::judge(at_5_ms.ride).stable) << stairs::outcome(at_5_ms.ride);
  EXPECT_LT(at_5_ms.all, 0.02);
}

}  // namespace
}  // namespace takt::reproduce::paper_001
