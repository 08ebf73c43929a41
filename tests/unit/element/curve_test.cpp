// Curves: slope and integral are consistent with the value; tables are C^1, monotone, and linear
// beyond their ends.
#include "takt/element/force/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sample_values.hpp"
#include "takt/base/error.hpp"

namespace takt::element {
namespace {

void expect_consistent(const Curve& c, double from, double to) {
  Random random;
  for (int k = 0; k < 300; ++k) {
    constexpr double h = 1e-6;
    const double x = random(from, to);
    const Curve::Point low = c.at(x - h), p = c.at(x), high = c.at(x + h);
    EXPECT_NEAR(p.slope, (high.y - low.y) / (2 * h), 1e-5 * (1 + std::abs(p.slope))) << x;
    EXPECT_NEAR(p.y, (high.integral - low.integral) / (2 * h), 1e-6 * (1 + std::abs(p.y))) << x;
  }
  EXPECT_NEAR(c.at(0).integral, 0, 1e-12);
}

TEST(Curve, LinearAndPolynomial) {
  EXPECT_TRUE(Curve().zero());
  EXPECT_TRUE(Curve::linear(0).zero());
  EXPECT_TRUE(Curve::polynomial({0, 0}).zero());
  EXPECT_EQ(Curve()(3), 0);
  const Curve line = Curve::linear(2, 5, 1);
  EXPECT_DOUBLE_EQ(line(1), 5);
  EXPECT_DOUBLE_EQ(line(3), 9);
  EXPECT_DOUBLE_EQ(line.at(2).integral, 2 * 2 + 3 * 2);
  EXPECT_DOUBLE_EQ(Curve::linear(0, 4)(7), 4);
  expect_consistent(Curve::polynomial({1, -2, 3, 4, -5}), -2, 2);
}

TEST(Curve, Pieces) {
  const Curve c = Curve::pieces({-1, 2}, {{1}, {0, -1}, {-6, 2}});
  EXPECT_DOUBLE_EQ(c(-5), 1);
  EXPECT_DOUBLE_EQ(c(-1), 1);
  EXPECT_DOUBLE_EQ(c(2), -2);
  EXPECT_DOUBLE_EQ(c(4), 2);
  EXPECT_NEAR(c.at(-1).integral, c.at(-1 - 1e-12).integral, 1e-11);
  EXPECT_DOUBLE_EQ(c.at(2).integral, -2);
  EXPECT_DOUBLE_EQ(c.at(-1).integral, -0.5);
  EXPECT_DOUBLE_EQ(c.at(-3).integral, -2.5);
}

TEST(Curve, TablesAreSmoothAndMonotone) {
  const std::vector<double> x{-1, -0.5, 0.1, 0.2, 1, 3}, y{-9, -8.5, -1, 0, 0, 7};
  const Curve c = Curve::table(x, y);
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_NEAR(c(x[k]), y[k], 1e-12);
    EXPECT_NEAR(c.at(x[k]).slope, c.at(x[k] - 1e-9).slope, 1e-5);
    EXPECT_NEAR(c.at(x[k]).integral, c.at(x[k] - 1e-12).integral, 1e-10);
  }
  for (double t = -2; t < 4; t += 1e-3) EXPECT_LE(c(t), c(t + 1e-3) + 1e-12) << t;
  for (double t = 0.2; t < 1; t += 0.01) EXPECT_NEAR(c(t), 0, 1e-12);  // level stays level
  EXPECT_NEAR(c(5) - c(4), c.at(3).slope, 1e-12);
  EXPECT_NEAR(c(-2) - c(-3), c.at(-1).slope, 1e-12);
  expect_consistent(c, -3, 5);
}

TEST(Curve, Refuses) {
  EXPECT_THROW(Curve::table({0, 1, 1}, {0, 1, 2}), Error);
  EXPECT_THROW(Curve::table({0}, {0}), Error);
  EXPECT_THROW(Curve::table({0, 1}, {0, NAN}), Error);
  EXPECT_THROW(Curve::pieces({0}, {{1}}), Error);
  EXPECT_THROW(Curve::pieces({1, 0}, {{1}, {1}, {1}}), Error);
  EXPECT_THROW(Curve::polynomial({1, INFINITY}), Error);
}

}  // namespace
}  // namespace takt::element
