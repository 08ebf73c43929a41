// Figures 2 to 6 of 001 (Dopico et al., energy conserving methods and projection): the spherical
// compound pendulum. Numbers: reference/benchmarks.md 1.7.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "apps/reproduce/paper_001/figures_2_and_3.hpp"
#include "apps/reproduce/paper_001/figures_4_to_6.hpp"

namespace takt::reproduce::paper_001 {
namespace {

TEST(Paper001, Figures2And3) {
  const Unprojected u = figures_2_and_3();
  EXPECT_TRUE(u.positions_hold);
  EXPECT_GT(u.drift_late, 10 * u.drift_early);
  EXPECT_GE(u.change_late, 0.7);
  EXPECT_LE(u.change_late, 2.5);
  EXPECT_GE(u.blow_up, 5);
  EXPECT_LE(u.blow_up, 6.5);
}

TEST(Paper001, Figures4And5) {
  const auto curves = figures_4_to_6();
  ASSERT_EQ(curves.size(), 3u);
  const auto velocity = [&](std::size_t i) { return maximum(curves[i].swing.trace.velocity); };
  const auto acceleration = [&](std::size_t i) {
    return maximum(curves[i].swing.trace.acceleration);
  };
  EXPECT_LT(velocity(0), 1e-5);
  EXPECT_LT(velocity(2), 1e-5);
  EXPECT_GT(velocity(1), 100 * velocity(0));
  EXPECT_LT(acceleration(0), 1e-3);
  EXPECT_GT(acceleration(1), 100 * acceleration(0));
  for (const Stabilised& c : curves) EXPECT_LT(maximum(c.swing.trace.position), 1e-13) << c.name;
}

TEST(Paper001, Figure6) {
  for (const Rows rows : {Rows::lin, Rows::cross}) {
    const auto curves = figures_4_to_6(rows);
    ASSERT_EQ(curves.size(), std::size(accepted));
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const Accepted& a = accepted[i];
      const Deviation& off = curves[i].off;
      EXPECT_NEAR(off.energy, a.energy, a.energy_within) << curves[i].name;
      EXPECT_NEAR(off.lag, a.lag, lag_within * a.lag) << curves[i].name;
      if (a.tip > 0) {
        EXPECT_NEAR(off.tip, a.tip, a.tip_within) << curves[i].name;
      }
    }
    EXPECT_LT(curves[1].off.largest_energy, 1e-10);
  }
}

}  // namespace
}  // namespace takt::reproduce::paper_001
