// The energy balance while a simulation runs: inputs, dissipation, and the error of the method.
#include "takt/simulate/energy_account.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "takt/simulate/run.hpp"
#include "tests/support/models.hpp"

namespace takt::test {
namespace {

const std::string support = TAKT_SOURCE_DIR "/tests/support/models/";

Summary accounted(const std::string& model, const std::string& method, double h, double until,
                  const std::vector<std::string>& set = {}) {
  const Summary s = whole_run(simulation_of(model, method, h, until, set));
  EXPECT_EQ(s.status, Status::ok) << model << " " << method << ": " << s.failure;
  const EnergyParts& e = s.energy;
  const double size =
      std::max({std::abs(s.energy_initial), std::abs(s.energy_final), e.most_kinetic});
  EXPECT_NEAR(s.energy_final - s.energy_initial, e.inputs + e.dissipated + e.method, 1e-13 * size);
  return s;
}

double change(const Summary& s) { return s.energy_final - s.energy_initial; }

TEST(PowerIntegral, IsExactForCubicsWhateverTheSteps) {
  PowerIntegral p;
  const auto y = [](double t) { return 1 + 0.3 * t - 0.02 * t * t * t; };
  const auto Y = [](double t) { return t + 0.15 * t * t - 0.005 * t * t * t * t; };
  for (int i = 0; i <= 10; ++i) {
    const double t = 0.1 * i * i + 0.3 * i;
    p.add(t, {y(t), -2 * y(t)});
    if (i == 1) {
      EXPECT_NEAR(p.total()[0], 0.5 * t * (y(0) + y(t)), 1e-14);  // what there is
    }
    if (i < 3) continue;
    EXPECT_NEAR(p.total()[0], Y(t), 1e-11) << t;
    EXPECT_NEAR(p.total()[1], -2 * Y(t), 1e-11) << t;
  }
}

TEST(PowerIntegral, LeavesOutWhatLiesBetweenTwoParts) {
  PowerIntegral p;
  for (double t : {0.0, 1.0, 2.0, 3.0, 4.0}) p.add(t, {1, 0});
  p.interrupt();
  for (double t : {10.0, 11.0}) p.add(t, {3, 0});
  EXPECT_NEAR(p.total()[0], 4 + 3, 1e-14);
}

TEST(EnergyAccount, AJumpIsAnInput) {
  EnergyAccount a;
  for (int k = 0; k < 7; ++k) a.add(k, 1, 10 - 2 * k, {0, -2});
  a.jump(6, 1, 100, {0, -2});
  for (int k = 7; k < 12; ++k) a.add(k, 1, 100 - 2 * (k - 6), {0, -2});
  const EnergyParts p = a.parts();
  EXPECT_NEAR(p.inputs, 102, 1e-12);
  EXPECT_NEAR(p.dissipated, -22, 1e-12);
  EXPECT_NEAR(p.method, 0, 1e-12);
  EXPECT_LT(p.resolution, 1e-10);
}

// x'' + b x' + x = 0 from x = 1 at rest.
TEST(EnergyAccount, ADamperTakesWhatTheClosedFormSays) {
  const double b = 0.4, until = 8, w = std::sqrt(1 - b * b / 4), d = b / 2;
  const Summary s = accounted("linear-oscillator", "ode+rk4", 0.01, until, {"b=0.4"});
  const double e = std::exp(-d * until), c = std::cos(w * until), n = std::sin(w * until);
  const double x = e * (c + d / w * n), v = -e * n / w;
  const double lost = 0.5 * (x * x + v * v) - 0.5;
  EXPECT_NEAR(s.energy.dissipated, lost, 1e-8);
  EXPECT_EQ(s.energy.inputs, 0);
  EXPECT_NEAR(s.energy.method, 0, 1e-8);
  EXPECT_LT(s.energy.resolution, 1e-6);
  EXPECT_FALSE(s.energy.noteworthy());
}

TEST(EnergyAccount, ExplicitEulerAddsWhatTheoryKnows) {
  const double h = 0.05;
  const Summary s = accounted("linear-oscillator", "ode+explicit_euler", h, 100 * h);
  EXPECT_NEAR(s.energy.method, 0.5 * (std::pow(1 + h * h, 100) - 1), 1e-9);
  EXPECT_NEAR(s.energy.dissipated, 0, 1e-9);
  EXPECT_TRUE(s.energy.noteworthy());
}

// Euler's step of a damped one: nearly all of the loss is still the damper's.
TEST(EnergyAccount, TheMethodsPartFallsWithItsOrder) {
  const auto part = [](const char* method, double h) {
    return accounted("linear-oscillator", method, h, 8, {"b=0.4"}).energy.method;
  };
  EXPECT_NEAR(part("ode+explicit_euler", 0.02) / part("ode+explicit_euler", 0.01), 2, 0.15);
  EXPECT_NEAR(part("ode+heun", 0.02) / part("ode+heun", 0.01), 4, 0.2);
}

TEST(EnergyAccount, WhatADriveMovesGetsItsWork) {
  for (const char* method : {"joint:index1+rk4+s_both2", "natural:index1+rk4+s_both2",
                             "natural:ali3+trapezoidal+tangent"}) {
    const Summary s = accounted(support + "driven_pendulum.yaml", method, 1e-3, 1.3);
    EXPECT_GT(std::abs(change(s)), 1) << method;
    EXPECT_NEAR(s.energy.inputs, change(s), 1e-5 * s.energy.most_kinetic) << method;
    EXPECT_EQ(s.energy.dissipated, 0) << method;
  }
}

TEST(EnergyAccount, KnowsSystemsWithoutElements) {
  const Summary axle = accounted("car-axle", "index1+rk4+s_both2", 1e-3, 2);  // a road that moves
  EXPECT_GT(std::abs(axle.energy.inputs), 1);
  EXPECT_NEAR(axle.energy.dissipated, 0, 1e-5 * std::abs(axle.energy.inputs));
  EXPECT_NEAR(axle.energy.method, 0, 1e-5 * std::abs(axle.energy.inputs));
  const Summary track = accounted("circular-track", "index1+rk4+s_both2", 1e-3, 2);  // a controller
  EXPECT_NEAR(track.energy.inputs, change(track), 1e-6);
  const Summary chain = accounted("pendulum-chain", "ode+rk4", 1e-3, 2, {"N=4", "damping=0.5"});
  EXPECT_LT(chain.energy.dissipated, -1e-5);
  EXPECT_GT(std::abs(chain.energy.inputs), 1e-3);
  EXPECT_NEAR(chain.energy.method, 0, 1e-6 * std::abs(chain.energy.inputs));
  const Summary top = accounted("heavy-top", "index1+rk4+s_both2", 1e-4, 0.05);
  EXPECT_NEAR(top.energy.dissipated, 0, 1e-6 * top.energy.most_kinetic);
}

// Nothing of the arm dissipates: whatever it loses is the method's, and said.
TEST(EnergyAccount, AnArmWithoutFrictionLosesToItsMethodAlone) {
  const Summary good = accounted(support + "arm.yaml", "ode+rk4", 1e-3, 2);
  EXPECT_EQ(good.energy.inputs, 0);
  EXPECT_EQ(good.energy.dissipated, 0);
  EXPECT_LT(std::abs(good.energy.method), 1e-6 * good.energy.most_kinetic);
  EXPECT_FALSE(good.energy.noteworthy());
  for (const char* method : {"ode+linear_implicit_euler(exact)", "ode+explicit_euler",
                             "natural:index2+linear_implicit_euler(J2)+one_step"}) {
    const Summary bad = accounted(support + "arm.yaml", method, 4e-3, 2);
    EXPECT_EQ(bad.energy.dissipated, 0) << method;
    EXPECT_EQ(bad.energy.method, change(bad)) << method;
    EXPECT_TRUE(bad.energy.noteworthy())
        << method << " " << bad.energy.method << " of " << bad.energy.most_kinetic;
  }
}

// The jumps of a projection are parts of what the method did.
TEST(EnergyAccount, KnowsWhatProjectionsDid) {
  const Summary s = accounted("pendulum-cartesian", "index1+explicit_euler+s_both2", 1e-2, 1);
  ASSERT_TRUE(s.energy.projected);
  EXPECT_FALSE(s.energy.about);
  EXPECT_GT(std::abs(s.energy.projections), 1e-3);
  EXPECT_FALSE(accounted("pendulum-cartesian", "index1+heun", 1e-2, 1).energy.projected);
}

struct Vehicle {
  const char *model, *joint, *natural;
  double until;
  bool driven;
};
void PrintTo(const Vehicle& v, std::ostream* out) { *out << v.model; }

class AccountOfVehicle : public testing::TestWithParam<Vehicle> {};

TEST_P(AccountOfVehicle, IsTheSameInBothCoordinates) {
  const Vehicle& v = GetParam();
  const Summary joint = accounted(v.model, v.joint, 1e-3, v.until),
                natural = accounted(v.model, v.natural, 1e-3, v.until);
  for (const Summary* s : {&joint, &natural}) {
    EXPECT_LT(s->energy.dissipated, 0);
    EXPECT_EQ(s->energy.inputs != 0, v.driven);
    EXPECT_LT(std::abs(s->energy.method), 0.1 * std::abs(s->energy.dissipated));
    EXPECT_LT(s->energy.resolution, 0.02 * std::abs(s->energy.dissipated));
  }
  EXPECT_NEAR(joint.energy.dissipated, natural.energy.dissipated,
              0.01 * std::abs(joint.energy.dissipated));
  EXPECT_NEAR(joint.energy.inputs, natural.energy.inputs, 0.01 * std::abs(joint.energy.inputs));
}

INSTANTIATE_TEST_SUITE_P(
    Vehicles, AccountOfVehicle,
    testing::Values(Vehicle{"iltis", "index2+linear_implicit_euler(J2)+one_step",
                            "natural:ali3+trapezoidal+tangent", 1, false},
                    Vehicle{"sedan", "index2+linear_implicit_euler(J2)+one_step",
                            "natural:ali3+trapezoidal+tangent", 0.5, false},
                    Vehicle{"truck-trailer", "ode+linear_implicit_euler(vedyna)",
                            "natural:ali3+trapezoidal+tangent", 0.2, true}));

}  // namespace
}  // namespace takt::test
