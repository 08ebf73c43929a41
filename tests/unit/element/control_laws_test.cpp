// Controllers, servos, motors and limits of joints, against numbers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "law_samples.hpp"
#include "takt/base/error.hpp"
#include "takt/element/control/motor.hpp"
#include "takt/element/control/pid_controller.hpp"

namespace takt::element {
namespace {

double torque(const Law& law, double s, double ds, double u, std::array<double, 2> z = {}) {
  const double du = 0;
  LawOut out;
  law.force({&s, &ds, z.data(), &u, &du}, out);
  return out.Q[0];
}

TEST(PidController, AddsItsThreeParts) {
  const PidController c({10, 4, 3, 0.5, 1e300, 1, false});
  // e = 0.5; ki z_i = 4 * 0.5; (e - z_d) / T = (0.5 - 0.1) / 0.5
  EXPECT_NEAR(torque(c, 1, 9, 1.5, {0.5, 0.1}), 10 * 0.5 + 2 + 3 * 0.8, 1e-12);
  EXPECT_EQ(torque(PidController({10, 4, 3, 0.5, 6, 1, false}), 1, 9, 1.5, {0.5, 0.1}), 6);
}

TEST(PidController, HasOneStateForEachPartWithAGain) {
  EXPECT_EQ(PidController({1, 0, 0, 1e-3, 1, 1, false}).states(), 0);
  EXPECT_EQ(PidController({1, 1, 0, 1e-3, 1, 1, false}).states(), 1);
  EXPECT_EQ(PidController({1, 0, 1, 1e-3, 1, 1, false}).states(), 1);
  EXPECT_EQ(PidController({1, 1, 1, 1e-3, 1, 1, false}).states(), 2);
}

TEST(PidController, StartsWithoutAKickOfItsDerivative) {
  const PidController c({10, 0, 3, 1e-3, 1e300, 1, false});
  const double s = 0, ds = 0, u = 1, du = 0;
  double z[2] = {};
  c.steady({&s, &ds, z, &u, &du}, z);
  EXPECT_EQ(torque(c, s, ds, u, {z[0], z[1]}), 10);
}

// A mass under a controller that is at its limit for a while: with anti-windup the integral has
// stayed small, and the overshoot with it.
double overshoot(double windup) {
  const PidController c({40, 30, 12, 0.01, 5, windup, false});
  constexpr double h = 1e-3, u = 1, du = 0;
  double s = 0, v = 0, z[2] = {}, most = 0;
  c.steady({&s, &v, z, &u, &du}, z);
  for (int k = 0; k < 6000; ++k) {
    LawOut out;
    c.force({&s, &v, z, &u, &du}, out);
    v += h * out.Q[0];  // 1 kg
    s += h * v;
    for (int i = 0; i < 2; ++i) z[i] += h * out.e[i];
    most = std::max(most, s - u);
  }
  EXPECT_NEAR(s, u, 0.05);
  return most;
}

TEST(PidController, DoesNotWindUp) {
  const double with = overshoot(0.3), without = overshoot(1e9);
  EXPECT_LT(with, 0.75 * without) << without;
}

TEST(Motor, FollowsItsLineOfTorqueOverSpeed) {
  const Motor m({2, 1, 100, 50, 80, 1, 0});
  EXPECT_NEAR(torque(m, 0, 0, 30), 60, 1e-12);           // ratio 2
  EXPECT_NEAR(torque(m, 0, 0, 300), 160, 1e-12);         // peak
  EXPECT_NEAR(torque(m, 0, 15, 300), 2 * 40, 1e-12);     // 100 (1 - 30/50)
  EXPECT_NEAR(torque(m, 0, 30, 300), 0, 1e-12);          // beyond the idle speed
  EXPECT_NEAR(torque(m, 0, 15, -300), -2 * 80, 1e-12);   // braking: up to the peak
  EXPECT_NEAR(torque(m, 0, -15, -300), -2 * 40, 1e-12);  // the same in the other direction
}

TEST(Motor, LosesPowerInBothDirections) {
  const Motor m({10, 0.8, 1e300, 1, 50, 1, 0});
  EXPECT_NEAR(torque(m, 0, 100, 20), 10 * 20 * 0.8, 1e-9);   // drives
  EXPECT_NEAR(torque(m, 0, -100, 20), 10 * 20 / 0.8, 1e-9);  // is driven
  EXPECT_NEAR(torque(m, 0, 0, 20), 10 * 20, 1e-9);           // at rest
}

TEST(Servo, FollowsWhatItIsMadeFor) {
  EXPECT_NEAR(torque(*make_law("servo", {{"kp", "30"}, {"kv", "2"}}), 1, 3, 1.5), 15 - 6, 1e-12);
  EXPECT_NEAR(torque(*make_law("servo", {{"of", "velocity"}, {"kv", "2"}}), 1, 3, 5), 4, 1e-12);
  EXPECT_NEAR(
      torque(*make_law("servo", {{"of", "torque"}, {"gear", "3"}, {"limit", "7"}}), 1, 3, 5), 7,
      1e-12);
  EXPECT_THROW(make_law("servo", {}), Error);
  EXPECT_THROW(make_law("servo", {{"of", "velocity"}, {"kv", "2"}, {"kp", "1"}}), Error);
  EXPECT_THROW(make_law("servo", {{"kp", "2"}, {"gear", "3"}}), Error);
}

TEST(JointLimit, PushesBackFromBothEnds) {
  const auto limit =
      make_law("joint_limit", {{"lower", "-1"}, {"upper", "2"}, {"stiffness", "100"}});
  EXPECT_EQ(torque(*limit, -1.5, 3, 0), 50);
  EXPECT_EQ(torque(*limit, 0, 3, 0), 0);
  EXPECT_EQ(torque(*limit, 2.25, 3, 0), -25);
  EXPECT_THROW(make_law("joint_limit", {{"stiffness", "1"}}), Error);
  EXPECT_THROW(make_law("joint_limit", {{"stiffness", "1"}, {"lower", "2"}, {"upper", "1"}}),
               Error);
}

}  // namespace
}  // namespace takt::element
