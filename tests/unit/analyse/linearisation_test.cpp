// Linear systems against independent sources: eigenvalues by the analytic derivatives (modes), responses
// of the nonlinear motion, and the exponential of A for a step.
#include <gtest/gtest.h>

#include <unsupported/Eigen/MatrixFunctions>

#include "takt/analyse/modes.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/takt.hpp"

namespace takt {
namespace {

// Every eigenvalue of the analytic modes has its partner among those of A.
TEST(Linearise, HasTheEigenvaluesOfTheModes) {
  for (const char* name :
       {"simple-pendulum", "four-bar", "double-wishbone-corner", "slider-crank"}) {
    Simulation sim(load(name), {.step = 1e-4});
    try {
      move_to_equilibrium(sim);
    } catch (const Error&) {
      continue;  // it has none
    }
    const io::OpenModel open = io::open_model(name);
    const Modes analytic = modes(*open.system, sim.state());
    ASSERT_TRUE(analytic.balance.holds) << name;
    const auto numeric = modes(sim);
    ASSERT_EQ(analytic.all.size(), numeric.size()) << name;
    double scale = 1;
    for (const auto& s : numeric) scale = std::max(scale, std::abs(s));
    for (const Mode& m : analytic.all) {
      double nearest = 1e300;
      for (const auto& s : numeric)
        nearest = std::min(nearest, std::abs(s - std::complex<double>(m.re, m.im)));
      EXPECT_LT(nearest, 2e-5 * scale) << name << ": " << m.re << " " << m.im;
    }
  }
}

TEST(Linearise, APendulumWithATorqueByHand) {
  // J q'' = -m g l sin q + u at q = 0.1 held by u = m g l sin 0.1
  const auto model = parse(R"(
takt: 1
bodies: {rod: {mass: 1, com: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}}
joints: {hinge: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}}
signals: {push: {type: input, unit: N m}}
forces: {motor: {type: drive, joint: hinge, torque: push}}
outputs: {angle: {coordinate: hinge}, rate: {coordinate_rate: hinge}}
initial: {q: {hinge: 0.1 rad}}
)");
  Simulation sim(model, {.method = "ode+rk4", .step = 1e-3, .until = 1});
  const double g = 9.81, J = 1.1;
  sim.input("push") = g * std::sin(0.1);
  const Linear lin = linearise(sim, {"push"}, {"angle", "out.rate"});
  ASSERT_EQ(lin.A.rows(), 2);
  const double sign = lin.position_basis(0, 0);  // of an orthonormal basis of one direction
  EXPECT_NEAR(lin.A(0, 0), 0, 1e-9);
  EXPECT_NEAR(std::abs(lin.A(0, 1)), 1, 1e-9);
  EXPECT_NEAR(lin.A(1, 0) * lin.A(0, 1), -g * std::cos(0.1) / J, 1e-6);
  EXPECT_NEAR(lin.velocity_basis(0, 0) * lin.B(1, 0), 1 / J, 1e-8);
  EXPECT_NEAR(sign * lin.C(0, 0), 1, 1e-9);
  EXPECT_NEAR(lin.D.norm(), 0, 1e-9);

  const Linear step = linearise(sim, {"push"}, {"angle"}, LinearOf::step);
  EXPECT_EQ(step.step, 1e-3);
  const Matrix exact = (lin.A * 1e-3).exp();
  ASSERT_EQ(step.A.rows(),
            3);  // the last state is the torque of the step before, which leaves nothing
  EXPECT_LT((step.A.topLeftCorner(2, 2) - exact).norm(), 1e-8);
  EXPECT_LT(step.A.col(2).norm() + step.A.row(2).norm(), 1e-9);
  EXPECT_NEAR(std::abs(step.B(1, 0)), 1e-3 / J, 1e-8);
  EXPECT_EQ(step.B(2, 0), 1);
  EXPECT_DOUBLE_EQ(sim.time(), 0);  // left as it was
}

TEST(Linearise, RefusesWhatItCannotGive) {
  Simulation sim(load("pendulum-chain"), {.method = "ode+bdf(rtol=1e-6)", .step = 1e-3});
  EXPECT_THROW(linearise(sim, {}, {}, LinearOf::step), Error);
  EXPECT_THROW(linearise(sim, {"nothing"}, {}), Error);
  EXPECT_THROW(linearise(sim, {}, {"nothing"}), Error);
}

}  // namespace
}  // namespace takt
