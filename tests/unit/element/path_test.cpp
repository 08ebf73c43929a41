// Paths given by their curvature: circles, clothoids, ends, and their derivatives.
#include "takt/element/road/path.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"

namespace takt::element {
namespace {

TEST(Path, OfConstantCurvatureIsACircle) {
  const Path p([](double) { return 0.02; }, 400);
  for (const double s : {0.1, 33.33, 157.0, 399.9}) {
    const Path::Point at = p.at(s);
    EXPECT_NEAR(at.x, 50 * std::sin(s / 50), 2e-9) << s;
    EXPECT_NEAR(at.y, 50 * (1 - std::cos(s / 50)), 2e-9) << s;
    EXPECT_NEAR(std::hypot(at.dx, at.dy), 1, 1e-9) << s;
  }
}

TEST(Path, OfGrowingCurvatureIsAClothoid) {
  const Path p([](double s) { return 1e-3 * s; }, 100);
  // Fresnel's integrals by a fine sum.
  const int n = 100000;
  double x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    const double s = 100 * (i + 0.5) / n;
    x += std::cos(5e-4 * s * s) * 100 / n;
    y += std::sin(5e-4 * s * s) * 100 / n;
  }
  EXPECT_NEAR(p.at(100).x, x, 1e-7);
  EXPECT_NEAR(p.at(100).y, y, 1e-7);
}

TEST(Path, GoesStraightOnAtBothEnds) {
  const Path p([](double) { return 0.1; }, 10);
  EXPECT_EQ(p.at(-3).x, -3);
  EXPECT_EQ(p.at(-3).y, 0);
  const Path::Point end = p.at(10), beyond = p.at(14);
  EXPECT_NEAR(beyond.x - end.x, 4 * std::cos(1), 1e-9);
  EXPECT_NEAR(beyond.y - end.y, 4 * std::sin(1), 1e-9);
}

TEST(Path, DerivativesAreThoseOfThePlace) {
  const Path p([](double s) { return 0.05 * std::sin(s / 3); }, 60);
  constexpr double h = 1e-5;
  for (double s = 0.33; s < 60; s += 1.7) {
    const Path::Point at = p.at(s), low = p.at(s - h), high = p.at(s + h);
    EXPECT_NEAR(at.dx, (high.x - low.x) / (2 * h), 1e-9);
    EXPECT_NEAR(at.dy, (high.y - low.y) / (2 * h), 1e-9);
    EXPECT_NEAR(at.ddx, (high.dx - low.dx) / (2 * h), 1e-8);
    EXPECT_NEAR(at.ddy, (high.dy - low.dy) / (2 * h), 1e-8);
    EXPECT_NEAR(at.curvature, 0.05 * std::sin(s / 3), 1e-4);
    EXPECT_NEAR(at.dcurvature, (high.curvature - low.curvature) / (2 * h), 1e-8);
  }
}

TEST(Path, RefusesWhatIsNone) {
  EXPECT_THROW(Path([](double) { return 0.0; }, 0), Error);
  EXPECT_THROW(Path([](double s) { return 1 / (s - 5); }, 10), Error);
}

}  // namespace
}  // namespace takt::element
