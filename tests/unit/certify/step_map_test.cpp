// Spectral radii of steps whose eigenvalues are known.
#include "takt/certify/step_map.hpp"

#include <gtest/gtest.h>

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
  Simulation sim(open.system, m, open.start);
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
  EXPECT_TRUE(r.grows_along());
  EXPECT_EQ(r.mostly, "x");
}

TEST(StepMap, TrapezoidalRuleKeepsThem) {
  const Radius r = radius_of({"linear-oscillator", "ali3+trapezoidal", 0.1});
  ASSERT_TRUE(r.known()) << r.why_not;
  EXPECT_NEAR(r.along, 1, 1e-9);
  EXPECT_FALSE(r.grows_along());
}

TEST(StepMap, RungeKuttaHasTheTaylorPolynomial) {
  const double h = 0.5;  // |1 + ih - h^2/2 - ih^3/6 + h^4/24|
  const Radius r = radius_of({"linear-oscillator", "ode+rk4", h});
  EXPECT_NEAR(r.along, std::hypot(1 - h * h / 2 + std::pow(h, 4) / 24, h - h * h * h / 6), 1e-9);
}

// What the method remembers besides the state belongs to the map: without it the radius at infinite
// frequency would not be rho.
TEST(StepMap, GeneralizedAlphaLeavesRhoOfFastOscillations) {
  const Radius r = radius_of(
      {"linear-oscillator", "ali3+generalized_alpha(rho=0.5)", 0.1, 3, {"a=1e9"}});
  ASSERT_TRUE(r.known()) << r.why_not;
  EXPECT_NEAR(r.along, 0.5, 2e-3);
}

// h alpha = 2 sqrt 2 - 2 is where Baumgarte's terms with velocities first lose stability (ERRATA 000.6):
// s+ = s - h P w - h V s, w+ = w + h s+ with V = 2 alpha, P = alpha^2.
TEST(StepMap, BaumgarteVelocitiesFirstHasItsLimitAcross) {
  const double h = 0.01;
  const auto across = [&](double h_alpha) {
    const double a = h_alpha / h;
    const std::string terms = std::to_string(2 * a) + ";" + std::to_string(a * a);
    return radius_of({"circular-track", "index1(baumgarte=" + terms + ")+linear_implicit_euler(vedyna)",
                      h, 40});
  };
  const double limit = 2 * std::sqrt(2.0) - 2;
  EXPECT_FALSE(across(limit - 0.01).grows_across());
  EXPECT_TRUE(across(limit + 0.01).grows_across());
}

TEST(StepMap, PositionsFirstAnnihilateAViolation) {
  const Radius r = radius_of({"circular-track", "index2(baumgarte=auto)+linear_implicit_euler(J2)",
                              0.01, 40});
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
  EXPECT_FALSE(r.grows_along());
  for (const char* name : {"chassis.vx", "chassis.vy", "heading", "fl.hub", "rr.hub"})
    EXPECT_NE(std::find(out.begin(), out.end(), name), out.end()) << name;
}

TEST(StepMap, NaturalCoordinatesShiftAndTurnToo) {
  std::vector<std::string> out;
  radius_of({"iltis", "natural:index1+heun+s_both2", 1e-3, 1, {"road=flat"}}, &out);
  for (const char* name : {"all along x", "all along y", "heading"})
    EXPECT_NE(std::find(out.begin(), out.end(), name), out.end()) << name;
}

TEST(StepMap, GravityIsNoSymmetry) {
  std::vector<std::string> out;
  radius_of({"rolling-disc", "index1+heun+s_both2", 1e-3, 1}, &out);
  EXPECT_EQ(out, (std::vector<std::string>{"vx", "vy"}));
}

TEST(StepMap, SaysWhyThereIsNone) {
  EXPECT_FALSE(radius_of({"pendulum-cartesian", "index1+dopri5+s_both2", 1e-3}).known());
  EXPECT_FALSE(radius_of({"pendulum-cartesian", "ggl+bdf(order=2,passes=2)", 1e-3}).known());
}

}  // namespace
}  // namespace takt::certify
