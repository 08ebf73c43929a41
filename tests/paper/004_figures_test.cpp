// Figures of 004 (Ascher, Chin, Petzold, Reich 1994): error over gamma, and the motions of its
// examples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/reproduce/paper_004/figure_2_1.hpp"
#include "apps/reproduce/paper_004/figures_6.hpp"

namespace takt::reproduce::paper_004 {
namespace {

TEST(Paper004, Figure21) {
  const Figure21 f = figure_2_1();
  double baumgarte = INFINITY, flat_low = INFINITY, flat_high = 0;
  for (const Figure21Point& p : f.points) {
    const double gh = p.gamma * f.step;
    EXPECT_TRUE(std::isfinite(p.implicit)) << p.gamma;  // gamma -> infinity is safe
    if (gh >= 0.1 && gh <= 0.9) baumgarte = std::min(baumgarte, p.baumgarte);
    if (gh >= 1)
      flat_low = std::min(flat_low, p.implicit), flat_high = std::max(flat_high, p.implicit);
    if (gh < 1.9) {
      EXPECT_TRUE(std::isfinite(p.invariant)) << p.gamma;
    }
    if (gh > 2) {
      EXPECT_FALSE(std::isfinite(p.invariant)) << p.gamma;
      EXPECT_FALSE(std::isfinite(p.baumgarte)) << p.gamma;
    }
    if (gh > 1.2) {  // it rises again
      EXPECT_GT(p.baumgarte, 10 * baumgarte) << p.gamma;
    }
  }
  EXPECT_LE(flat_high, 1.2 * flat_low);
}

TEST(Paper004, Figure62) {
  const Path p = figure_6_2();
  const double beta = 4 * std::pow(std::cos(70 * std::numbers::pi / 180), 2);
  ASSERT_EQ(p.t.size(), 4001u);
  for (std::size_t i = 0; i < p.t.size(); ++i)
    ASSERT_NEAR(p.y[i], p.x[i] * p.x[i] - beta, 1e-10) << p.t[i];
}

TEST(Paper004, Figure63) {
  const Path p = figure_6_3();
  ASSERT_EQ(p.t.size(), 1001u);
  for (std::size_t i = 0; i < p.t.size(); ++i)
    ASSERT_NEAR(p.y[i], std::pow(std::sin(p.t[i] / 2), 2), 1e-10) << p.t[i];
  const double highest = maximum(p.force);
  const auto large =
      std::count_if(p.force.begin(), p.force.end(), [&](double f) { return f >= highest / 4; });
  EXPECT_GT(highest, 50 * median(p.force));
  EXPECT_LE(large, 100);  // of 1001 samples: "at a few distinct times"
}

TEST(Paper004, Figure64) {
  const Squeezer s = figure_6_4();
  ASSERT_EQ(s.t.size(), 301u);
  EXPECT_LE(s.reference_error, 1e-7);
  EXPECT_LE(s.drift, 1e-12);
  EXPECT_LE(s.energy_change, 1e-5);
}

}  // namespace
}  // namespace takt::reproduce::paper_004
