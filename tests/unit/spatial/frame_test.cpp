// Frames and motions: identities, and velocities and accelerations against differences.
#include "takt/spatial/frame.hpp"

#include <gtest/gtest.h>

namespace takt {
namespace {

Frame some_frame(double x) {
  return {rotation::matrix_of(rotation::exp({x, 1 - x, 0.3 * x})), {x, 2 * x, 1 - x}};
}

TEST(Frame, ComposesAndInverts) {
  const Frame a = some_frame(0.4), b = some_frame(-1.3);
  const Vec3 point(0.1, -0.7, 2);
  EXPECT_LT(((a * b) * point - a * (b * point)).norm(), 1e-15);
  EXPECT_LT((a.inverse() * (a * point) - point).norm(), 1e-15);
  const Frame one = a.inverse() * a;
  EXPECT_LT((one.R - Mat3::Identity()).norm() + one.p.norm(), 1e-15);
  EXPECT_EQ((Frame{} * point), point);
}

// A frame that turns about a fixed axis by sin t while its origin flies on a parabola; velocities and
// accelerations in closed form.
Motion flight(double t) {
  const Vec3 axis(0.6, -0.48, 0.64);
  Motion m;
  m.R = rotation::matrix_of(rotation::exp(std::sin(t) * axis));
  m.p = {t, t * t, 1 - 2 * t};
  m.w = std::cos(t) * axis;
  m.v = {1, 2 * t, -2};
  m.dw = -std::sin(t) * axis;
  m.dv = {0, 2, 0};
  return m;
}

TEST(Motion, OfAFixedFrame) {
  const Frame fixed = some_frame(0.7);
  constexpr double t = 0.4, d = 1e-4;
  const Motion here = flight(t).of(fixed), ahead = flight(t + d).of(fixed),
               back = flight(t - d).of(fixed);
  EXPECT_LT((here.R - flight(t).R * fixed.R).norm(), 1e-15);
  EXPECT_LT((here.p - (flight(t).R * fixed.p + flight(t).p)).norm(), 1e-15);
  EXPECT_LT((here.v - (ahead.p - back.p) / (2 * d)).norm(), 1e-7);
  EXPECT_LT((here.dv - (ahead.v - back.v) / (2 * d)).norm(), 1e-7);
  const Mat3 hat = (ahead.R - back.R) / (2 * d) * here.R.transpose();  // R' R' = hat w
  EXPECT_LT((hat - rotation::skew(here.w)).norm(), 1e-7);
  EXPECT_EQ(here.dw, flight(t).dw);
}

}  // namespace
}  // namespace takt
