// Frames along axes, uniform bodies, and reflections that preserve joint coordinates.
#include "takt/model/geometry.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "takt/element/joint/catalogue.hpp"
#include "takt/model/joint_components.hpp"

namespace takt::test {
namespace {

using element::MotionKind;

Mat3 about(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vec3(Vec3::Unit(axis))).toRotationMatrix();
}

// The outboard frame seen from the inboard one.
Frame moved(const Joint& j, const std::vector<double>& q) {
  Frame f;
  std::size_t i = 0;
  for (const element::JointMotion& m : j.cardan ? j.type->cardan : j.type->tree) {
    switch (m.kind) {
      case MotionKind::Tx: f = f * Frame{Mat3::Identity(), q[i++] * Vec3::UnitX()}; break;
      case MotionKind::Ty: f = f * Frame{Mat3::Identity(), q[i++] * Vec3::UnitY()}; break;
      case MotionKind::Tz: f = f * Frame{Mat3::Identity(), q[i++] * Vec3::UnitZ()}; break;
      case MotionKind::Rx: f = f * Frame{about(0, q[i++]), Vec3::Zero()}; break;
      case MotionKind::Ry: f = f * Frame{about(1, q[i++]), Vec3::Zero()}; break;
      case MotionKind::Rz: f = f * Frame{about(2, q[i++]), Vec3::Zero()}; break;
      case MotionKind::Hz:
        f = f * Frame{about(2, q[i]), j.pitch / (2 * std::numbers::pi) * q[i] * Vec3::UnitZ()};
        ++i;
        break;
      case MotionKind::T3:
        f = f * Frame{Mat3::Identity(), {q[i], q[i + 1], q[i + 2]}};
        i += 3;
        break;
      case MotionKind::general_length:
      case MotionKind::general_angle: break;  // general_motion_test.cpp
      case MotionKind::Q: {
        const rotation::Quaternion e(q[i], q[i + 1], q[i + 2], q[i + 3]);
        f = f * Frame{rotation::matrix_of(e), Vec3::Zero()};
        i += 4;
        break;
      }
    }
  }
  return f;
}

TEST(Geometry, AxesOfTheDrawingStayTheirs) {
  EXPECT_EQ(axes_along(Vec3::UnitZ()), Mat3::Identity());
  for (int axis = 0; axis < 3; ++axis)
    for (const Vec3& d : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0.3, 0.4, 1.2), Vec3(1, 1, 1)}) {
      const Mat3 R = axes_along(d, axis);
      EXPECT_NEAR((R.transpose() * R - Mat3::Identity()).norm(), 0, 1e-15);
      EXPECT_NEAR(R.determinant(), 1, 1e-15);
      EXPECT_NEAR((R.col(axis) - d.normalized()).norm(), 0, 1e-15);
    }
  const Mat3 R = axes_along(Vec3::UnitX(), 2, Vec3(1, 0, 1), 0);
  EXPECT_NEAR((R.col(0) - Vec3::UnitZ()).norm(), 0, 1e-15);
  EXPECT_NEAR((R.col(1) - Vec3(Vec3::UnitX().cross(Vec3::UnitZ()))).norm(), 0, 1e-15);
}

TEST(Geometry, UniformBodies) {
  const Body rod = uniform_rod("r", 12, {0, 0, 0}, {0, 2, 0});
  EXPECT_EQ(rod.centre, Vec3(0, 1, 0));
  EXPECT_NEAR((rod.inertia - Mat3(Vec3(4, 0, 4).asDiagonal())).norm(), 0, 1e-15);
  const Body thick = uniform_rod("r", 12, {0, 0, 0}, {0, 2, 0}, 0.5);
  EXPECT_NEAR(thick.inertia(1, 1), 1.5, 1e-15);
  const Body box = uniform_box("b", 12, Vec3::Zero(), {1, 2, 3});
  EXPECT_NEAR((box.inertia.diagonal() - Vec3(13, 10, 5)).norm(), 0, 1e-14);
  EXPECT_NEAR(uniform_sphere("s", 5, Vec3::Zero(), 1).inertia(2, 2), 2, 1e-15);
}

// With the same coordinates the reflected joint gives the reflected pose.
TEST(Reflection, KeepsJointCoordinates) {
  const Frame drawn{roll_pitch_yaw({0.3, -0.4, 0.7}), {0.2, 0.5, -0.3}};
  for (const element::JointEntry* type :
       {&element::Revolute::entry, &element::Prismatic::entry, &element::Universal::entry,
        &element::Planar::entry, &element::Screw::entry}) {
    for (int k = 0; k < 3; ++k) {
      Reflection mirror;
      mirror.S[k] = -1;
      Joint j, m;
      j.type = m.type = type;
      j.pitch = 0.2;
      m.pitch = -0.2;
      const Frame reflected = mirror.of(drawn, turned_joint(*type));
      EXPECT_NEAR(reflected.R.determinant(), 1, 1e-12);
      const std::vector<double> q = {0.4, -0.3, 0.6};
      const Frame pose = drawn * moved(j, q) * drawn.inverse();
      const Frame other = reflected * moved(m, q) * reflected.inverse();
      const Frame expected = mirror.of_body(pose);
      EXPECT_NEAR((other.R - expected.R).norm(), 0, 1e-12) << type->name << " " << k;
      EXPECT_NEAR((other.p - expected.p).norm(), 0, 1e-12) << type->name << " " << k;
    }
  }
}

TEST(Reflection, TwiceIsNothing) {
  Reflection y;
  y.S[1] = -1;
  const Frame f{roll_pitch_yaw({0.3, -0.4, 0.7}), {0.2, 0.5, -0.3}};
  const Frame back = y.of(y.of(f, turned_frame), turned_frame);
  EXPECT_NEAR((back.R - f.R).norm() + (back.p - f.p).norm(), 0, 1e-15);
  EXPECT_TRUE((y * y).none());
}

TEST(JointComponents, DrawnCoordinatesReachTheDrawing) {
  const Frame in{roll_pitch_yaw({0.1, 0.2, 0.3}), {1, 2, 3}};
  for (const element::JointEntry* type : element::joints) {
    if (type->motion != nullptr) continue;  // general_motion_test.cpp
    for (const bool cardan : {false, true}) {
      if (cardan && type->cardan.empty()) continue;
      Joint j;
      j.type = type;
      j.cardan = cardan;
      j.pitch = 0.5;
      std::vector<double> q = {0.4, -0.3, 0.6, 0.2, -0.1, 0.5, 0.7};
      const std::vector<JointComponent> all = coordinates_of(*type, cardan);
      q.resize(all.size());
      rotation::Quaternion e(0.8, 0.1, -0.5, 0.3);
      e.normalize();
      for (std::size_t i = 0, k = 0; i < all.size(); ++i)
        if (all[i].quaternion) q[i] = e[static_cast<Eigen::Index>(k++)];
      const std::vector<double> found = drawn_coordinates(j, in, in * moved(j, q));
      ASSERT_EQ(found.size(), q.size()) << type->name;
      for (std::size_t i = 0; i < q.size(); ++i)
        EXPECT_NEAR(found[i], q[i], 1e-12) << type->name << " " << i;
    }
  }
}

}  // namespace
}  // namespace takt::test
