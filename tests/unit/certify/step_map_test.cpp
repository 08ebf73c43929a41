// Spectral radii of steps with known eigenvalues.
#include "takt/certify/step_map.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "tests/support/models.hpp"

namespace takt::certify {
namespace {

struct Case {
  std::string model, method;
  double h = 0;
  int steps = 3;
  std::vector<std::string> set = {};
};

Radius radius_of(const Case& c, std::vector<std::string>* taken_out = nullptr) {
  const io::OpenModel open = io::open_model(c.model, c.set, c.method);
  Method m = parse_method(c.method);
  m.step = c.h;
  Engine sim(open.system, m, open.start);
  for (int k = 0; k < c.steps; ++k) EXPECT_EQ(sim.step().status, Status::ok);
  std::vector<std::byte> saved(sim.memory_size());
  sim.save(saved);
  StepMap map(open.system, m, open.start);
  const Radius r = map.radius(saved);
  if (taken_out != nullptr)
    for (const Symmetry& s : map.taken_out()) taken_out->push_back(s.name);
  return r;
}

TEST(StepMap, ExplicitEulerLetsOscillationsGrow) {
  const double h = 0.1;
  const Radius r = radius_of({"linear-oscillator", "ode+explicit_euler", h});
  ASSERT_TRUE(r.known()) << r.why_not;
  EXPECT_NEAR(r.along, std::sqrt(1 + h * h), 1e-9);
  EXPECT_NEAR(r.angle, std::atan(h), 1e-9);
  EXPECT_EQ(r.grows_along(), Answer::yes);
  EXPECT_EQ(r.mostly, "x");
}

TEST(StepMap, TrapezoidalRuleKeepsThem) {
  const Radius r = radius_of({"linear-oscillator", "ali3+trapezoidal", 0.1});
  ASSERT_TRUE(r.known()) << r.why_not;
  EXPECT_NEAR(r.along, 1, 1e-9);
  EXPECT_EQ(r.grows_along(), Answer::no);
}

TEST(StepMap, RungeKuttaHasTheTaylorPolynomial) {
  const double h = 0.5;  // |1 + ih - h^2/2 - ih^3/6 + h^4/24|
  const Radius r = radius_of({"linear-oscillator", "ode+rk4", h});
  EXPECT_NEAR(r.along, std::hypot(1 - h * h / 2 + std::pow(h, 4) / 24, h - h * h * h / 6), 1e-9);
}

// (1 - am) A1 + am A0 = (1 - af) a1 + af a0, a = -w^2 q, as a map of (q, h v, h^2 A).
double generalized_alpha_radius(double rho, double hw) {
  const double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1);
  const double gamma = 0.5 - am + af, beta = 0.25 * (1 - am + af) * (1 - am + af), k = hw * hw;
  const Eigen::RowVector3d q0(1, 0, 0), v0(0, 1, 0), A0(0, 0, 1);
  const Eigen::RowVector3d without = q0 + v0 + (0.5 - beta) * A0;  // q1 but for beta A1
  const Eigen::RowVector3d A1 =
      -(am * A0 + k * ((1 - af) * without + af * q0)) / (1 - am + k * (1 - af) * beta);
  Eigen::Matrix3d map;
  map << without + beta * A1, v0 + (1 - gamma) * A0 + gamma * A1, A1;
  return map.eigenvalues().cwiseAbs().maxCoeff();
}

// What the method remembers besides the state belongs to the map: it has three eigenvalues.
TEST(StepMap, GeneralizedAlphaHasItsMemory) {
  for (double w : {3.0, 100.0}) {  // rad/s
    const Radius r = radius_of({"linear-oscillator",
                                "ali3+generalized_alpha(rho=0.5)",
                                0.1,
                                3,
                                {"a=" + std::to_string(w * w)}});
    ASSERT_TRUE(r.known()) << r.why_not;
    EXPECT_NEAR(r.along, generalized_alpha_radius(0.5, 0.1 * w), 1e-6) << w;
  }
}

// h alpha = 2 sqrt 2 - 2 is where Baumgarte's terms with velocities first lose stability (ERRATA 000.6):
// s+ = s - h P w - h V s, w+ = w + h s+ with V = 2 alpha, P = alpha^2.
TEST(StepMap, BaumgarteVelocitiesFirstHasItsLimitAcross) {
  const double h = 0.01;
  const auto across = [&](double h_alpha) {
    const double a = h_alpha / h;
    const std::string terms = std::to_string(2 * a) + ";" + std::to_string(a * a);
    return radius_of(
        {"circular-track", "index1(baumgarte=" + terms + ")+linear_implicit_euler(vedyna)", h, 40});
  };
  const double limit = 2 * std::sqrt(2.0) - 2;
  EXPECT_FALSE(across(limit - 0.01).grows_across());
  EXPECT_TRUE(across(limit + 0.01).grows_across());
}

TEST(StepMap, PositionsFirstAnnihilateAViolation) {
  const Radius r =
      radius_of({"circular-track", "index2(baumgarte=auto)+linear_implicit_euler(J2)", 0.01, 40});
  ASSERT_TRUE(r.has_across);
  EXPECT_LT(r.across, 0.02);
}

// The numbers of modes(): the pitch of the chassis on its springs decays alike in both.
TEST(StepMap, VehicleOnAFlatRoadHasItsOwnModesOnly) {
  std::vector<std::string> out;
  const Radius r = radius_of({"iltis", "index1+rk4+s_both2", 1e-3, 3, {"road=flat"}}, &out);
  ASSERT_TRUE(r.known()) << r.why_not;
  EXPECT_LT(r.along, 0.999);
  EXPECT_NEAR(r.along, r.motion, 1e-6);
  EXPECT_EQ(r.grows_along(), Answer::no);
  for (const char* name : {"chassis.vx", "chassis.vy", "heading", "fl.hub", "rr.hub"})
    EXPECT_NE(std::find(out.begin(), out.end(), name), out.end()) << name;
}

TEST(StepMap, NaturalCoordinatesShiftAndTurnToo) {
  const io::OpenModel open =
      io::open_model("iltis", std::vector<std::string>{"road=flat"}, "natural:index1+heun");
  std::vector<std::string> out;
  for (const Symmetry& s : symmetries(*open.system, open.start)) out.push_back(s.name);
  for (const char* name : {"all along x", "all along y", "heading"})
    EXPECT_NE(std::find(out.begin(), out.end(), name), out.end()) << name;
}

TEST(StepMap, GravityIsNoSymmetry) {
  std::vector<std::string> out;
  radius_of({"rolling-disc", "index1+heun+s_both2", 1e-3, 1}, &out);
  EXPECT_EQ(out, (std::vector<std::string>{"vx", "vy"}));
}

// At a contact differences of two sizes see two different maps; neither is an excuse for the other.
TEST(StepMap, KnowsNothingWhereDifferencesDisagree) {
  Radius r;
  r.has_motion = true;
  r.motion = 1.0003;
  const auto grows = [&](double along, double noise) {
    r.along = along;
    r.noise = noise;
    return r.grows_along();
  };
  EXPECT_EQ(grows(5.088, 4.09), Answer::not_known);
  EXPECT_EQ(grows(0.9, 4.09), Answer::not_known);
  EXPECT_EQ(grows(5.088, 1e-3), Answer::yes);
  EXPECT_EQ(grows(1.0003, 1e-9), Answer::no);
  EXPECT_EQ(grows(0.9, 0.05), Answer::no);
}

// s'' + 20 s' + 100 s = 0 falls to 1/e in 0.1 s, however short the steps are.
TEST(StepMap, RepairsAreJudgedByTheSecond) {
  const double h = 50e-6;
  const Radius slow =
      radius_of({"car-axle", "index1(baumgarte=20;100)+linear_implicit_euler(vedyna)", h});
  EXPECT_GT(slow.across, 0.999);
  EXPECT_NEAR(slow.time_constant(h), 0.1, 0.02);
  EXPECT_TRUE(slow.repairs(h));
  EXPECT_FALSE(radius_of({"car-axle", "index1+rk4", h}).repairs(h));
}

TEST(StepMap, SaysWhyThereIsNone) {
  EXPECT_FALSE(radius_of({"pendulum-cartesian", "index1+dopri5+s_both2", 1e-3}).known());
  EXPECT_FALSE(radius_of({"pendulum-cartesian", "ggl+bdf(order=2,passes=2)", 1e-3}).known());
}

}  // namespace
}  // namespace takt::certify
