// Linear systems whose input drives a joint: the derivatives of the input accelerate the rest. Against
// equations by hand, and against nonlinear motions of the Iltis, whose input `wheel` moves the rack.
#include <gtest/gtest.h>

#include <complex>
#include <cstdio>
#include <numbers>
#include <string>
#include <unsupported/Eigen/MatrixFunctions>

#include "takt/takt.hpp"

namespace takt {
namespace {

// A mass on a spring k and a damper c, on a carriage at u: with s = u + x,
//   m (u'' + x'') = -k x - c x'
constexpr const char* euler_method = "joint:index2+linear_implicit_euler(J2)+one_step";

// The carriage is driven by the input `place`, or pushed by the input `push`.
LoadedModel carriage(bool driven) {
  const std::string text = R"(
takt: 1
bodies: {base: {mass: 1}, load: {mass: 2}}
joints:
  way: {type: prismatic, between: [ground, base], at: [0, 0, 0], axis: x DRIVEN}
  slide: {type: prismatic, between: [base, load], at: [0, 0, 0], axis: x}
outputs: {x: {coordinate: slide}, dx: {coordinate_rate: slide}}
forces:
  spring: {type: torsion_spring, joint: slide, stiffness: 50, damping: 3}
)";
  const std::size_t at = text.find(" DRIVEN");
  const std::string before = text.substr(0, at), after = text.substr(at + 7);
  if (driven)
    return parse(before + ", driven: place" + after + "signals: {place: {type: input, unit: m}}\n");
  return parse(before + after + "  motor: {type: drive, joint: way, torque: push}\n" +
               "signals: {push: {type: input, unit: N}}\n");
}

TEST(DrivenInputs, ACarriageByHand) {
  Simulation sim(carriage(true), {.method = "index1+rk4+s_both2", .step = 1e-3, .until = 1});
  const Linear lin = linearise(sim, {"place"}, {"x", "dx"});
  ASSERT_EQ(lin.A.rows(), 2);
  const double m = 2, k = 50, c = 3;
  // The transfer function from u to x: -s^2 m / (m s^2 + c s + k).
  for (const double w : {0.5, 5.0, 50.0}) {
    const std::complex<double> s(0.1, w);
    const Eigen::MatrixXcd resolvent =
        (s * Eigen::MatrixXcd::Identity(2, 2) - lin.A.cast<std::complex<double>>()).inverse();
    const Eigen::VectorXcd y =
        lin.C * resolvent * lin.B + lin.D + s * lin.D_rate + s * s * lin.D_acceleration;
    const std::complex<double> by_hand = -s * s * m / (m * s * s + c * s + k);
    EXPECT_LT(std::abs(y[0] - by_hand), 1e-7) << w;
    EXPECT_LT(std::abs(y[1] - s * by_hand), 1e-7 * (1 + w)) << w;
  }
  // A jump leaves the mass where it is, at rest in the end: x = -1, and the base is moved.
  EXPECT_NEAR(lin.D(0, 0), -1, 1e-8);
  EXPECT_NEAR(lin.D_rate(0, 0), 0, 1e-8);
  EXPECT_NEAR(lin.D_rate(1, 0), -1, 1e-8);
  const Vector moved =
      lin.state_of_input.col(0);  // q, then v: the damper pulls while the base moves
  EXPECT_NEAR(moved[0], 1, 1e-8);
  EXPECT_NEAR(moved[1], -1, 1e-8);
  EXPECT_NEAR(moved[2], 0, 1e-8);
  EXPECT_NEAR(moved[3], c / m, 1e-7);
}

struct Vehicle {
  double h;
  Simulation sim;
  std::vector<std::byte> start;

  Vehicle(const char* method, double step)
      : h(step), sim(load("iltis", {{"road", "flat"}, {"speed", 15}, {"manoeuvre", "wheel"}}),
                     {.method = method, .step = step, .until = 2}) {
    move_to_equilibrium(sim);
    start = sim.save();
  }
  // The outputs after n steps per unit of size, by central differences of two nonlinear motions. `set`
  // gives the input (handle, factor, number of the step) before each step.
  template <class Set> Eigen::Vector2d response(const Set& set, int n, double size) {
    Eigen::Vector2d y[2];
    for (int side = 0; side < 2; ++side) {
      sim.restore(start);
      auto wheel = sim.input("wheel");
      for (int k = 0; k < n; ++k) {
        set(wheel, side == 0 ? size : -size, k);
        EXPECT_TRUE(sim.step());
      }
      y[side] = {sim.output("yaw"), sim.output("y")};
    }
    sim.restore(start);
    return (y[0] - y[1]) / (2 * size);
  }
  // For u(t), linear during a step.
  Eigen::Vector2d response(double (*u)(double), double until) {
    const auto set = [&](InputHandle& wheel, double size, int k) {
      wheel = size * u(k * h);
      wheel.set_rate(size * (u((k + 1) * h) - u(k * h)) / h);
    };
    return response(set, static_cast<int>(std::lround(until / h)), 1e-4);
  }
};

double rising(double t) {  // from 0 to 1 in 0.1 s, with a continuous acceleration
  const double x = std::min(t / 0.1, 1.0);
  return x - std::sin(2 * std::numbers::pi * x) / (2 * std::numbers::pi);
}
double jump(double) { return 1; }

// The outputs of the linear system for u(t), taken as linear in intervals of 0.1 ms.
Eigen::Vector2d linear_response(const Linear& lin, double (*u)(double), double until) {
  const Index n = lin.A.rows();
  Matrix all = Matrix::Zero(n + 2, n + 2);  // (x, u, u')
  all.topLeftCorner(n, n) = lin.A;
  all.block(0, n, n, 1) = lin.B;
  all(n, n + 1) = 1;
  const double d = 1e-4;
  const Matrix e = (all * d).exp();
  Vector x = Vector::Zero(n);
  double rate = 0;
  for (int k = 0; k < std::lround(until / d); ++k) {
    rate = (u((k + 1) * d) - u(k * d)) / d;
    x = e.topLeftCorner(n, n) * x + e.block(0, n, n, 1) * u(k * d) + e.block(0, n + 1, n, 1) * rate;
  }
  return lin.C * x + lin.D * u(until) + lin.D_rate * rate;
}

void expect_close(const Eigen::Vector2d& linear, const Eigen::Vector2d& exact, double part,
                  const std::string& what) {
  std::printf("  %s: yaw %.5e, linear %+.1e; y %.5e, linear %+.1e\n", what.c_str(), exact[0],
              linear[0] / exact[0] - 1, exact[1], linear[1] / exact[1] - 1);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(linear[i], exact[i], part * std::abs(exact[i])) << what;
}

TEST(DrivenInputs, TheIltisFollowsASmoothRack) {
  // A method of first order, extrapolated to h = 0.
  Vehicle coarse(euler_method, 5e-4), fine(euler_method, 2.5e-4),
      hybrid("hybrid+trapezoidal(passes=6)", 5e-4);
  const Linear lin = linearise(fine.sim, {"wheel"}, {"yaw", "y"});
  EXPECT_LT(lin.D_rate.norm() + lin.D_acceleration.norm(), 1e-6);  // y and yaw are positions
  for (const double until : {0.05, 0.1, 0.2, 0.4}) {
    const Eigen::Vector2d y = linear_response(lin, rising, until);
    const std::string at = std::to_string(until) + " s";
    expect_close(y, 2 * fine.response(rising, until) - coarse.response(rising, until), 3e-4,
                 at + ", Euler extrapolated");
    if (until > 0.05)  // where its error of second order is small against the response
      expect_close(y, hybrid.response(rising, until), 1e-3, at + ", hybrid");
  }
}

// In a simulation a value that jumps moves the joint by a projection, without the velocity of this
// motion: dampers and tyres do not act during it, as they do in the limit of ever faster changes, which the
// linear system describes.
TEST(DrivenInputs, TheIltisAfterAJumpOfTheRack) {
  Vehicle coarse(euler_method, 5e-4), fine(euler_method, 2.5e-4);
  const Linear lin = linearise(fine.sim, {"wheel"}, {"yaw", "y"});
  expect_close(linear_response(lin, jump, 0.1),
               2 * fine.response(jump, 0.1) - coarse.response(jump, 0.1), 0.012,
               "0.1 s after a jump");
}

// The linear system of a step repeats nonlinear steps whose input jumps between them.
TEST(DrivenInputs, StepsOfTheIltisWithAnInputThatJumps) {
  Vehicle car(euler_method, 1e-3);
  const Linear lin = linearise(car.sim, {"wheel"}, {"yaw", "y"}, LinearOf::step);
  const std::vector<double> u{1, 1, -0.5, 2, 2, 2, 0, 0, 1, 0.3};
  const auto set = [&](InputHandle& wheel, double size, int k) { wheel = size * u[k]; };
  Vector x = Vector::Zero(lin.A.rows());
  for (int n = 1; n <= static_cast<int>(u.size()); ++n) {
    x = lin.A * x + lin.B * u[n - 1];
    expect_close(lin.C * x, car.response(set, n, 1e-5), 1e-5, std::to_string(n) + " steps");
  }
}

// A force needs no state for its last value with a method that keeps only q, v and z.
TEST(DrivenInputs, AForceHasNoMemoryInAStepOfEuler) {
  Simulation sim(carriage(false), {.method = "ode+linear_implicit_euler(J2)", .step = 1e-3});
  const Linear lin = linearise(sim, {"push"}, {"x"}, LinearOf::step);
  ASSERT_EQ(lin.A.rows(), 5);  // two positions, two velocities, the last push
  EXPECT_LT(lin.A.col(4).norm(), 1e-9);
  const Linear motion = linearise(sim, {"push"}, {"x"});
  EXPECT_EQ(motion.D_rate.norm() + motion.D_acceleration.norm() + motion.state_of_rate.norm(), 0);
}

}  // namespace
}  // namespace takt
