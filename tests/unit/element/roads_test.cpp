// Every road of the catalogue: slopes and curvatures compared with differences, and its shape.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sample_values.hpp"
#include "takt/base/error.hpp"

namespace takt::element {
namespace {

TEST(Roads, EveryEntryHasASample) {
  for (const RoadEntry& e : roads()) EXPECT_TRUE(sample_roads().contains(std::string(e.name)));
}

TEST(Roads, SlopesAreThoseOfTheHeight) {
  for (const auto& [name, road] : sample_roads()) {
    Random random;
    for (int k = 0; k < 1000; ++k) {
      constexpr double h = 1e-6;
      const double x = random(-3, 6), y = random(-3, 3);
      const RoadPoint p = road->at(x, y);
      const RoadPoint west = road->at(x - h, y), east = road->at(x + h, y);
      const RoadPoint right = road->at(x, y - h), left = road->at(x, y + h);
      EXPECT_NEAR(p.z_x, (east.z - west.z) / (2 * h), 1e-7) << name << " " << x << " " << y;
      EXPECT_NEAR(p.z_y, (left.z - right.z) / (2 * h), 1e-7) << name << " " << x << " " << y;
      EXPECT_NEAR(p.z_xx, (east.z_x - west.z_x) / (2 * h), 1e-6) << name << " " << x;
      EXPECT_NEAR(p.z_xy, (left.z_x - right.z_x) / (2 * h), 1e-6) << name << " " << x;
      EXPECT_NEAR(p.z_xy, (east.z_y - west.z_y) / (2 * h), 1e-6) << name << " " << x;
      EXPECT_NEAR(p.z_yy, (left.z_y - right.z_y) / (2 * h), 1e-6) << name << " " << y;
    }
  }
}

TEST(Roads, AreC1ButForThePolyline) {
  for (const auto& [name, road] : sample_roads()) {
    if (name == "polyline") continue;
    for (const double y : {-0.7, 0.6}) {
      RoadPoint before = road->at(-3, y);
      for (double x = -3; x < 6; x += 1e-4) {
        const RoadPoint p = road->at(x, y);
        EXPECT_NEAR(p.z, before.z, 2e-4) << name << " " << x;
        EXPECT_NEAR(p.z_x, before.z_x, 2e-3) << name << " " << x;
        before = p;
      }
    }
  }
}

TEST(BumpRoad, IsTheBenchmark) {
  const auto road = make_road("bump", {}), anti = make_road("bump", {{"antiphase", "true"}});
  for (double x = 0; x < 7; x += 0.1) {
    const double z =
        x > 0.97 && x < 5.97 ? 0.1 * (1 - std::cos(2 * std::numbers::pi * (x - 0.97) / 5)) : 0;
    EXPECT_NEAR(road->at(x, 0.6).z, z, 1e-15);
    EXPECT_NEAR(road->at(x, -0.6).z, z, 1e-15);
    EXPECT_NEAR(anti->at(x, 0.6).z, z, 1e-15);
    EXPECT_NEAR(anti->at(x, -0.6).z, -z, 1e-15);
  }
}

TEST(StairsRoad, HasItsNumbers) {
  const auto road = make_road("stairs", {});
  const auto z = [&road](double x) { return road->at(x, 0).z; };
  const double slope = 0.74 / 5.5;
  EXPECT_EQ(z(0), 0);
  EXPECT_EQ(z(6), 0);
  EXPECT_NEAR(z(6.25), slope * 0.0625, 1e-14);
  EXPECT_NEAR(z(6.5), slope * 0.25, 1e-14);
  EXPECT_NEAR(z(9), 0.37, 1e-14);
  EXPECT_NEAR(road->at(9, 0).z_x, slope, 1e-14);
  EXPECT_NEAR(z(12), 0.74, 1e-14);
  EXPECT_NEAR(z(16.9), 0.74, 1e-14);
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(z(17 + k), 0.74 - 0.185 * k, 1e-14);
    EXPECT_NEAR(z(17.125 + k), 0.74 - 0.185 * (k + 0.5), 1e-14);
    EXPECT_NEAR(z(17.25 + k), 0.74 - 0.185 * (k + 1), 1e-14);
  }
  EXPECT_NEAR(z(30), 0, 1e-14);
  EXPECT_THROW(make_road("stairs", {{"blend", "4"}}), Error);
  EXPECT_THROW(make_road("stairs", {{"steps", "2.5"}}), Error);
}

TEST(ProfileRoad, ShapesPassThroughThePoints) {
  for (const char* shape : {"line", "smooth", "cosine", "spline"}) {
    const auto road =
        make_road("profile", {{"points", "[[0, 0.1], [1, 0.3], [3, 0]]"}, {"shape", shape}});
    EXPECT_NEAR(road->at(-5, 0).z, 0.1, 1e-15);
    EXPECT_NEAR(road->at(1, 0).z, 0.3, 1e-15);
    EXPECT_NEAR(road->at(9, 0).z, 0, 1e-15);
  }
  const auto round = make_road(
      "profile", {{"points", "[[0, 0], [1, 0.3], [3, 0]]"}, {"shape", "line"}, {"blend", "0.5"}});
  EXPECT_NEAR(round->at(0.5, 0).z, 0.15, 1e-14);
  EXPECT_NEAR(round->at(0.5, 0).z_x, 0.3, 1e-14);
  double before = 0;
  for (double x = -1; x < 4; x += 1e-3) {
    EXPECT_NEAR(round->at(x, 0).z_x, before, 2e-3);
    before = round->at(x, 0).z_x;
  }
  const auto loop =
      make_road("profile", {{"points", "[[0, 0], [1, 0.3], [3, 0]]"}, {"repeat", "4"}});
  EXPECT_NEAR(loop->at(0.3, 0).z, loop->at(-3.7, 0).z, 1e-15);
  EXPECT_NEAR(loop->at(0.3, 0).z_x, loop->at(4000.3, 0).z_x, 1e-12);
  EXPECT_EQ(loop->at(1, 0).z, 0.3);
  EXPECT_THROW(make_road("profile", {}), Error);
  EXPECT_THROW(make_road("profile", {{"points", "[[0, 0], [0, 1]]"}}), Error);
  EXPECT_THROW(make_road("profile", {{"points", "[[0, 0]]"}, {"left", "[[0, 0]]"}}), Error);
}

TEST(PolylineRoad, FindsTheNearestPoint) {
  const auto road = make_road("polyline", {{"points", "[[0, 0], [1, 0.2], [2, 0.2], [2.05, 0]]"}});
  Random random;
  for (int k = 0; k < 200; ++k) {
    const Vec3 c(random(-1, 4), random(-1, 1), random(0.3, 0.6));
    const double heading = random(-1.2, 1.2);
    const Vec3 along(std::cos(heading), std::sin(heading), 0);
    const Vec3 q = road->nearest(c, along);
    EXPECT_NEAR(q[2], road->at(q[0], q[1]).z, 1e-9);
    EXPECT_NEAR((q - c).head<2>().dot(Eigen::Vector2d(-along[1], along[0])), 0, 1e-9);
    double least = 1e9;
    for (double s = -1; s < 1; s += 1e-4) {
      Vec3 other = c + s * along;
      other[2] = road->at(other[0], other[1]).z;
      least = std::min(least, (other - c).norm());
    }
    EXPECT_NEAR((q - c).norm(), least, 1e-4);
  }
  EXPECT_NEAR(road->nearest({1.5, 0, 1}, {0, 1, 0})[2], 0.2, 1e-12);
  EXPECT_THROW(make_road("polyline", {{"points", "[[1, 0], [1, 1]]"}}), Error);
}

TEST(GridRoad, PassesThroughItsHeightsAndIsLevelBeyond) {
  const auto& road = sample_roads().at("grid");
  EXPECT_NEAR(road->at(1, -1).z, 0.2, 1e-15);
  EXPECT_NEAR(road->at(2, -0.2).z, 0.2, 1e-15);
  EXPECT_NEAR(road->at(90, 90).z, 0.1, 1e-15);
  EXPECT_EQ(road->at(90, 90).z_x, 0);
  EXPECT_TRUE(std::isfinite(road->at(NAN, 0).z));
}

TEST(Roads, HavePatchesOfFriction) {
  Texts texts{{"friction", "0.9"}, {"patches", "[[0, 1, 0, 2, 0.3], [0.5, 2, 0, 2, 0.1]]"}};
  const std::pair<const char*, Texts> needed[] = {
      {"flat", {}},
      {"profile", {{"points", "[[0, 0]]"}}},
      {"bump", {}},
      {"stairs", {}},
      {"polyline", {{"points", "[[0, 0]]"}}},
      {"grid", {{"heights", "[[0]]"}, {"step_x", "1"}, {"step_y", "1"}}}};
  for (auto [name, all] : needed) {
    all.insert(texts.begin(), texts.end());
    const auto road = make_road(name, all);
    EXPECT_EQ(road->at(-1, 1).friction, 0.9) << name;
    EXPECT_EQ(road->at(0.2, 1).friction, 0.3) << name;
    EXPECT_EQ(road->at(0.7, 1).friction, 0.1) << name;
  }
  EXPECT_THROW(make_road("flat", {{"patches", "[[0, 1, 0, 0.3]]"}}), Error);
}

}  // namespace
}  // namespace takt::element
