// Roads as triangles: on the road, sharp where it is sharp, and few where it is level.
#include "takt/scene/surfaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "takt/element/road/bump.hpp"
#include "takt/element/road/flat.hpp"
#include "takt/element/road/polyline.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/scene/describe.hpp"
#include "takt/scene/rails.hpp"

namespace takt::test {
namespace {

using scene::Region;
using scene::Surface;

// The height of the surface at a place: of the triangle there.
double height_of(const Surface& s, double x, double y) {
  for (std::size_t k = 0; k + 2 < s.triangles.size(); k += 3) {
    const Vec3 a = s.points[static_cast<std::size_t>(s.triangles[k])];
    const Vec3 b = s.points[static_cast<std::size_t>(s.triangles[k + 1])];
    const Vec3 c = s.points[static_cast<std::size_t>(s.triangles[k + 2])];
    const double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const double u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
    const double v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
    if (u >= -1e-12 && v >= -1e-12 && u + v <= 1 + 1e-12)
      return a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
  }
  return NAN;
}

void expect_on(const element::Road& road, const Surface& s, const Region& r, double tolerance) {
  for (const Vec3& p : s.points) EXPECT_EQ(p[2], road.at(p[0], p[1]).z);
  double largest = 0;
  for (int i = 0; i <= 400; ++i)
    for (const double part : {0.03, 0.37, 0.71, 0.97}) {
      const double x = r.x0 + (r.x1 - r.x0) * (i + 0.31) / 401, y = r.y0 + part * (r.y1 - r.y0);
      largest = std::max(largest, std::abs(height_of(s, x, y) - road.at(x, y).z));
    }
  EXPECT_LT(largest, tolerance);
}

TEST(RoadSurface, OfALevelRoadIsTwoTriangles) {
  const Surface s = scene::road_surface(element::FlatRoad(0.3), {-2, 3, -1, 1});
  EXPECT_EQ(s.triangles.size(), 6u);
  EXPECT_GT(s.lines.size(), 4u);
  for (const Vec3& p : s.points) EXPECT_EQ(p[2], 0.3);
}

TEST(RoadSurface, OfStairsHasTheirEdges) {
  const std::vector<std::string> polyline{"road=polyline"};
  const io::OpenModel open = io::open_model("iltis", polyline);
  const element::Road& road = *open.mechanism->model().road;
  const Region r{0, 25, -2, 2};
  const Surface s = scene::road_surface(road, r);
  // Corners at both ends of each riser of 0.02 m, exactly, and none between them.
  for (const double corner : {17.5, 17.52, 18.5, 18.52, 20.5, 20.52})
    EXPECT_TRUE(std::any_of(s.points.begin(), s.points.end(), [&](const Vec3& p) {
      return p[0] == corner;
    })) << corner;
  EXPECT_LT(s.points.size(), 60u);
  expect_on(road, s, r, 1e-9);
}

TEST(RoadSurface, OfSmoothStairsAndBumpsFollowsThem) {
  const io::OpenModel open = io::open_model("iltis");
  const Region r{0, 25, -2, 2};
  expect_on(*open.mechanism->model().road, scene::road_surface(*open.mechanism->model().road, r), r,
            3e-3);
  const element::BumpRoad bump(1, 5, 0.2, false);
  expect_on(bump, scene::road_surface(bump, r), r, 3e-3);
}

// The road jumps between the left and the right side, at y = 0.
TEST(RoadSurface, FollowsTheTwoSidesOfABump) {
  const element::BumpRoad bump(1, 5, 0.2, true);
  const Region r{0, 8, -2, 2};
  const Surface s = scene::road_surface(bump, r);
  expect_on(bump, s, r, 4e-3);
  EXPECT_LT(s.points.size(), 6000u);
}

TEST(Surfaces, LieUnderThePath) {
  const io::OpenModel open = io::open_model("iltis");
  scene::Scene s = scene::describe(*open.mechanism, open.start);
  const std::vector<Vec3> path{{0, 0, 0.6}, {20, 5, 0.6}};
  scene::add_surfaces(s, open.mechanism->model(), path);
  ASSERT_EQ(s.surfaces.size(), 1u);
  for (const Vec3& p : path) EXPECT_FALSE(std::isnan(height_of(s.surfaces[0], p[0], p[1])));
}

TEST(Surfaces, OfATrainAreTwoRailsUnderItsWheels) {
  const io::OpenModel open = io::open_model("train-carriage");
  scene::Scene s = scene::describe(*open.mechanism, open.start);
  scene::add_surfaces(s, open.mechanism->model());
  ASSERT_EQ(s.surfaces.size(), 1u);  // one track for eight wheels
  const Surface& track = s.surfaces[0];
  EXPECT_EQ(track.kind, Surface::Kind::rail);
  ASSERT_GT(track.lines.size(), 2u);
  EXPECT_NEAR(track.lines[0][0][1], 0.75, 1e-3);
  EXPECT_EQ(track.lines[1].size(), track.lines[0].size());
  EXPECT_NEAR(track.lines[0][0][2], 0, 1e-9);  // the wheels touch it
}

// In the frame that moves with the train, x counts from the way; the rails do so from the start.
TEST(Surfaces, KnowTheWayOfAMovingFrame) {
  const io::OpenModel train = io::open_model("train-carriage"), bar = io::open_model("four-bar");
  const Model& m = train.mechanism->model();
  EXPECT_EQ(m.signals[scene::way_of_frame(m)].name, "travelled");
  EXPECT_EQ(scene::way_of_frame(bar.mechanism->model()), -1);
  // Far along, the track has gone over to the other line.
  scene::Scene s = scene::describe(*train.mechanism, train.start);
  const std::vector<Vec3> path{{0, 0, 1.8}, {220, 3, 1.8}};
  scene::add_surfaces(s, m, path);
  EXPECT_NEAR(s.surfaces.at(0).lines[0].back()[1], 3 + 0.75, 0.05);
}

TEST(Surfaces, OfWhatHasNoWheelsAreNone) {
  const io::OpenModel open = io::open_model("four-bar");
  scene::Scene s = scene::describe(*open.mechanism, open.start);
  scene::add_surfaces(s, open.mechanism->model());
  EXPECT_TRUE(s.surfaces.empty());
}

}  // namespace
}  // namespace takt::test
