// What bodies without shapes look like.
#include "takt/scene/automatic_shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "takt/model/mesh.hpp"

namespace takt::test {
namespace {

using scene::automatic_shapes;
using scene::Shape;
using Kind = Shape::Kind;

TEST(AutomaticShapes, APointMassIsABall) {
  const auto shapes = automatic_shapes({.mass = 2, .points = {Vec3::Zero()}}, 1);
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_EQ(shapes[0].kind, Kind::sphere);
}

TEST(AutomaticShapes, APendulumIsABarWithABall) {
  const auto shapes = automatic_shapes({.mass = 1, .points = {Vec3(1, 0, 0)}}, 1);
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[0].kind, Kind::capsule);
  EXPECT_NEAR(shapes[0].size[1], 1, 1e-9);
  EXPECT_EQ(shapes[1].kind, Kind::sphere);
  EXPECT_EQ(shapes[1].frame.p, Vec3::Zero());
}

TEST(AutomaticShapes, TwoJointsAreJoinedByABar) {
  const Mat3 I = Vec3(1e-3, 0.1, 0.1).asDiagonal();
  const auto shapes =
      automatic_shapes({.mass = 1, .inertia = I, .points = {{-0.5, 0, 0}, {0.5, 0, 0}}}, 1);
  ASSERT_EQ(shapes.size(), 1u);
  const Vec3 half = shapes[0].size[1] / 2 * shapes[0].frame.R.col(2);
  EXPECT_NEAR(std::abs(half[0]), 0.5, 1e-9);
}

TEST(AutomaticShapes, ThreeJointsCarryAPlate) {
  const Mat3 I = Vec3(0.1, 0.1, 0.2).asDiagonal();
  const auto shapes = automatic_shapes(
      {.mass = 1, .inertia = I, .points = {{-0.5, -0.3, 0}, {0.5, -0.3, 0}, {0, 0.6, 0}}}, 1);
  ASSERT_EQ(shapes.size(), 1u);
  ASSERT_EQ(shapes[0].kind, Kind::mesh);
  EXPECT_EQ(why_not_closed(*shapes[0].mesh), "");
}

TEST(AutomaticShapes, PointsInSpaceAreAStar) {
  const Mat3 I = 0.1 * Mat3::Identity();
  const auto shapes =
      automatic_shapes({.mass = 1,
                        .inertia = I,
                        .points = {{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}, {-0.3, -0.3, -0.3}}},
                       1);
  EXPECT_EQ(shapes.size(), 5u);
}

// A uniform box is found again from its inertia, also where its axes are turned.
TEST(AutomaticShapes, ABlockIsTheBoxOfItsInertia) {
  const Vec3 edges(0.4, 0.9, 0.6), s = edges.cwiseProduct(edges);
  const Mat3 I = (3.0 / 12 * Vec3(s[1] + s[2], s[0] + s[2], s[0] + s[1])).asDiagonal();
  for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(0.3, -0.4, 0.7)}) {
    const Mat3 R = rotation::matrix_of(rotation::exp(turn));
    const auto shapes = automatic_shapes(
        {.mass = 3, .inertia = R * I * R.transpose(), .points = {{2, 0, 0}}, .block = true}, 1);
    ASSERT_EQ(shapes.size(), 1u);
    ASSERT_EQ(shapes[0].kind, Kind::box);
    Mat3 square = Mat3::Zero(), wanted = Mat3::Zero();
    for (int k = 0; k < 3; ++k) {
      square += std::pow(shapes[0].size[static_cast<std::size_t>(k)], 2) *
                shapes[0].frame.R.col(k) * shapes[0].frame.R.col(k).transpose();
      wanted += s[k] * R.col(k) * R.col(k).transpose();
    }
    EXPECT_LT((square - wanted).norm(), 1e-9);
  }
}

TEST(AutomaticShapes, WhatHasNoMassIsLines) {
  const auto shapes = automatic_shapes({.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 1);
  ASSERT_EQ(shapes.size(), 2u);
  for (const Shape& s : shapes) EXPECT_EQ(s.kind, Kind::line);
  EXPECT_TRUE(automatic_shapes({.points = {{0, 0, 0}}}, 1).empty());
}

}  // namespace
}  // namespace takt::test
