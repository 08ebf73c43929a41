#include "web/page/charts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace takt::web {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

TEST(Charts, FitsASlopeInTheLogarithms) {
  const auto line = fitted({"rk4", {1e-3, 2e-3, 4e-3}, {3e-12, 48e-12, 768e-12}});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->name, "rk4, slope 4.00");
  EXPECT_TRUE(line->dashed);
  EXPECT_EQ(line->x, (std::vector<double>{1e-3, 4e-3}));
  EXPECT_NEAR(line->y[0], 3e-12, 1e-20);
  EXPECT_NEAR(line->y[1], 768e-12, 1e-18);
}

TEST(Charts, FitsByLeastSquaresThroughPointsOffTheLine) {
  // log2 y = 0, 1, 4 over log2 x = 0, 1, 2: the slope is 2, the mean 5/3 at 1.
  const auto line = fitted({"", {1, 2, 4}, {1, 2, 16}});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->name, ", slope 2.00");
  EXPECT_NEAR(std::log2(line->y[0]), 5.0 / 3 - 2, 1e-14);
}

TEST(Charts, LeavesOutWhatHasNoLogarithm) {
  const auto line = fitted({"m", {1, 2, 4, 8, 0}, {gap, 2, 4, 0, 5}});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->name, "m, slope 1.00");
  EXPECT_EQ(line->x, (std::vector<double>{2, 4}));
  EXPECT_EQ(fitted({"m", {1, 2, 4}, {1e-15, 2, 8}}, 1e-12)->name, "m, slope 2.00");
  EXPECT_FALSE(fitted({"one point", {1}, {1}}));
  EXPECT_FALSE(fitted({"one step", {1, 1}, {1, 2}}));
  EXPECT_FALSE(fitted({"nothing", {}, {}}));
}

TEST(Charts, PutsFitsBehindTheirCurvesAndNoneBehindDashedOnes) {
  ChartSection c{"", "", "", {}, {}, {{"a", {1, 2}, {1, 4}}, {"paper", {1, 2}, {1, 2}}}};
  c.curves[1].dashed = true;
  fit_slopes(c);
  ASSERT_EQ(c.curves.size(), 3u);
  EXPECT_EQ(c.curves[1].name, "a, slope 2.00");
  EXPECT_EQ(c.curves[2].name, "paper");
}

TEST(Charts, ThinsWithoutLosingExtremes) {
  Curve c{"spiky", {}, {}};
  for (int i = 0; i < 10000; ++i) {
    c.x.push_back(i);
    c.y.push_back(i == 1234 ? 9.0 : i == 8765 ? -9.0 : std::sin(0.01 * i));
  }
  const Curve thin = thinned(c, 200);
  EXPECT_LE(thin.x.size(), 200u);
  EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
  for (const double x : {1234.0, 8765.0}) {
    const auto at = std::find(thin.x.begin(), thin.x.end(), x);
    ASSERT_NE(at, thin.x.end());
    EXPECT_EQ(thin.y[static_cast<std::size_t>(at - thin.x.begin())], x < 5000 ? 9 : -9);
  }
  EXPECT_EQ(thinned(c, 10000).x, c.x);
  c.labels.assign(c.x.size(), "label");
  EXPECT_EQ(thinned(c, 200).x.size(), c.x.size());
}

TEST(Charts, MakesGapsOfWhatALogarithmicAxisCannotShow) {
  ChartSection c{
      "",
      "",
      "A note.",
      {"h", "s", true},
      {"e", "", true},
      {{"a", {0, 1, 2, 3}, {gap, 2, 0, 4}, Curve::Style::both, false, {"p", "q", "r", "s"}},
       {"blew <up>", {1, 2}, {gap, gap}}}};
  tidy(c);
  ASSERT_EQ(c.curves.size(), 1u);
  EXPECT_EQ(c.curves[0].x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(c.curves[0].y[0], 2);
  EXPECT_TRUE(std::isnan(c.curves[0].y[1]));
  EXPECT_EQ(c.curves[0].labels, (std::vector<std::string>{"q", "r", "s"}));
  EXPECT_EQ(
      c.note,
      "A note. Nothing to draw of: blew <up>. Not on the logarithmic axis, because 0 or negative: "
      "a (1 point).");
}

}  // namespace
}  // namespace takt::web
