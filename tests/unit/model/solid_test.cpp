// Mass, centre and inertia of shapes and meshes, against sums over small cells.
#include "takt/model/solid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "takt/base/error.hpp"
#include "takt/io/model_file/mesh_file.hpp"
#include "takt/model/geometry.hpp"
#include "takt/model/mesh.hpp"

namespace takt {
namespace {

using Kind = Shape3::Kind;

// By counting cells inside.
MassProperties counted(const Vec3& low, const Vec3& high, double density,
                       const std::function<bool(const Vec3&)>& inside) {
  constexpr int n = 120;
  const Vec3 cell = (high - low) / n;
  MassProperties p;
  Mat3 second = Mat3::Zero();
  Vec3 first = Vec3::Zero();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vec3 x = low + cell.cwiseProduct(Vec3(i + 0.5, j + 0.5, k + 0.5));
        if (!inside(x)) continue;
        p.mass += density * cell.prod();
        first += density * cell.prod() * x;
        second += density * cell.prod() * x * x.transpose();
      }
  p.centre = first / p.mass;
  second -= p.mass * p.centre * p.centre.transpose();
  p.inertia = second.trace() * Mat3::Identity() - second;
  return p;
}

void expect_near(const MassProperties& a, const MassProperties& b, double relative) {
  EXPECT_NEAR(a.mass, b.mass, relative * b.mass);
  const double size = std::sqrt(b.inertia.trace() / b.mass);
  EXPECT_LT((a.centre - b.centre).norm(), relative * size);
  EXPECT_LT((a.inertia - b.inertia).norm(), relative * b.inertia.norm());
}

TEST(Solids, HaveTheMassOfTheirVolume) {
  const auto shape = [](Kind kind, const Vec3& size) { return Shape3{kind, {}, size}; };
  const Vec3 low(-0.5, -0.5, -0.9), high(0.5, 0.5, 0.9);
  expect_near(solid_of(shape(Kind::box, {0.4, 0.6, 1}), 700),
              counted(low, high, 700,
                      [](const Vec3& x) {
                        return std::abs(x[0]) < 0.2 && std::abs(x[1]) < 0.3 && std::abs(x[2]) < 0.5;
                      }),
              0.03);
  const auto radius = [](const Vec3& x) { return std::hypot(x[0], x[1]); };
  expect_near(solid_of(shape(Kind::cylinder, {0.3, 0.3, 1}), 700),
              counted(low, high, 700,
                      [&](const Vec3& x) { return radius(x) < 0.3 && std::abs(x[2]) < 0.5; }),
              0.03);
  expect_near(solid_of(shape(Kind::tube, {0.4, 0.2, 1}), 700),
              counted(low, high, 700,
                      [&](const Vec3& x) {
                        return radius(x) < 0.4 && radius(x) > 0.2 && std::abs(x[2]) < 0.5;
                      }),
              0.03);
  expect_near(solid_of(shape(Kind::sphere, Vec3::Constant(0.4)), 700),
              counted(low, high, 700, [](const Vec3& x) { return x.norm() < 0.4; }), 0.03);
  expect_near(solid_of(shape(Kind::capsule, {0.3, 0.3, 0.8}), 700),
              counted(low, high, 700,
                      [&](const Vec3& x) {
                        const double beyond = std::max(std::abs(x[2]) - 0.4, 0.0);
                        return std::hypot(radius(x), beyond) < 0.3;
                      }),
              0.03);
  expect_near(
      solid_of(shape(Kind::cone, {0.4, 0.4, 0.8}), 700),
      counted(low, high, 700,
              [&](const Vec3& x) { return x[2] > 0 && radius(x) < 0.4 * (1 - x[2] / 0.8); }),
      0.03);
  EXPECT_EQ(solid_of(shape(Kind::line, {1, 0, 0}), 700).mass, 0);
}

TEST(Solids, MayBeTurnedAndAdded) {
  const Frame there{roll_pitch_yaw({0.3, -0.5, 1}), {1, 2, 3}};
  // A box cut in two has the properties of the whole.
  const Shape3 whole{Kind::box, there, {0.4, 0.6, 1}};
  Shape3 half{Kind::box, there, {0.4, 0.6, 0.5}}, other = half;
  half.frame.p += 0.25 * there.R.col(2);
  other.frame.p -= 0.25 * there.R.col(2);
  expect_near(solid_of(half, 700) + solid_of(other, 700), solid_of(whole, 700), 1e-13);
}

constexpr const char* box_obj =
    "v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\nv 0 0 4\nv 2 0 4\nv 2 3 4\nv 0 3 4\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4/1 1/2 5//3 -1\n";

TEST(Meshes, EncloseWhatTheirShapeDoes) {
  const Mesh box = io::parse_mesh(box_obj, "box.obj");
  EXPECT_EQ(box.points.size(), 8U);
  EXPECT_EQ(box.triangles.size(), 12U);
  EXPECT_EQ(why_not_closed(box), "");
  Shape3 shape{Kind::mesh, {}, Vec3::Ones(), std::make_shared<Mesh>(box)};
  const Shape3 same{Kind::box, {Mat3::Identity(), {1, 1.5, 2}}, {2, 3, 4}};
  expect_near(solid_of(shape, 10), solid_of(same, 10), 1e-13);
}

TEST(Meshes, SayWhyTheyAreNotClosed) {
  Mesh box = io::parse_mesh(box_obj, "box.obj");
  std::swap(box.triangles[3][0], box.triangles[3][1]);
  EXPECT_NE(why_not_closed(box).find("turned differently"), std::string::npos)
      << why_not_closed(box);
  box = io::parse_mesh(box_obj, "box.obj");
  for (auto& t : box.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(why_not_closed(box), "its triangles are turned inwards");
  box = io::parse_mesh(box_obj, "box.obj");
  box.triangles.pop_back();
  EXPECT_EQ(why_not_closed(box), "3 edges belong to one triangle only: there is a hole");
}

std::string binary_stl(const Mesh& mesh) {
  std::string bytes(80, ' ');
  const auto put = [&](auto x) { bytes.append(reinterpret_cast<const char*>(&x), sizeof x); };
  put(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) put(0.0F);
    for (const int corner : t)
      for (int k = 0; k < 3; ++k)
        put(static_cast<float>(mesh.points[static_cast<std::size_t>(corner)][k]));
    put(std::uint16_t{0});
  }
  return bytes;
}

TEST(Meshes, AreReadFromStl) {
  const Mesh box = io::parse_mesh(box_obj, "box.obj");
  const std::string bytes = binary_stl(box);
  const Mesh read = io::parse_mesh(bytes, "box.STL");
  EXPECT_EQ(read.points.size(), 8U);
  EXPECT_EQ(why_not_closed(read), "");
  EXPECT_THROW(io::parse_mesh(bytes.substr(0, 500), "box.stl"), Error);
  const Mesh text = io::parse_mesh(
      "solid t\n facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1e0 0\n"
      " endloop\n endfacet\nendsolid t\n",
      "t.stl");
  EXPECT_EQ(text.triangles.size(), 1U);
  EXPECT_NE(why_not_closed(text), "");
  EXPECT_THROW(io::parse_mesh("solid t\n vertex 0 0 zero\n", "t.stl"), Error);
  EXPECT_THROW(io::parse_mesh("v 0 0 0\nf 1 2 3\n", "t.obj"), Error);
  EXPECT_THROW(io::parse_mesh("", "t.ply"), Error);
}

}  // namespace
}  // namespace takt
