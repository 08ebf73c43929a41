// Terms of the equations of motion at other states than that of the simulation.
#include <gtest/gtest.h>

#include "takt/takt.hpp"

namespace takt {
namespace {

TEST(DoorTerms, ForwardAndInverseDynamicsAreInverse) {
  Simulation sim(load("iltis", {{"road", "flat"}}), {.step = 1e-3, .until = 1});
  sim.step(20);
  const State s = sim.state();
  const Vector tau = Vector::LinSpaced(s.v.size(), -100, 100);
  const Vector a = sim.forward_dynamics(s.q, s.v, tau);
  const Matrix G = sim.constraint_jacobian();
  // M a + h - tau is a force of the constraints: nothing along the motions that they allow.
  const Vector rest = sim.inverse_dynamics(s.q, s.v, a) - tau;
  const Matrix kernel = Eigen::FullPivLU<Matrix>(G).kernel();
  EXPECT_LT((kernel.transpose() * rest).norm(), 1e-7 * (1 + rest.norm()));
  EXPECT_GT(rest.norm(), 1);
  EXPECT_LT(sim.constraints().norm(), 1e-9);
  EXPECT_EQ(sim.state().q, s.q);  // nothing has changed
  Simulation other(load("iltis", {{"road", "flat"}}), {.step = 1e-3, .until = 1});
  other.step(20);
  sim.step(5);
  other.step(5);
  EXPECT_EQ(sim.state().q, other.state().q);
}

TEST(DoorTerms, StiffnessAndDampingAreDerivatives) {
  Simulation sim(load("linear-oscillator"));
  const State s = sim.state();
  const Vector zero = Vector::Zero(s.v.size());
  constexpr double eps = 1e-6;
  const Vector dq = Vector::Constant(1, eps);
  const double by_q =
      (sim.inverse_dynamics(s.q + dq, s.v, zero) - sim.inverse_dynamics(s.q - dq, s.v, zero))[0] /
      (2 * eps);
  const double by_v =
      (sim.inverse_dynamics(s.q, s.v + dq, zero) - sim.inverse_dynamics(s.q, s.v - dq, zero))[0] /
      (2 * eps);
  EXPECT_NEAR(sim.stiffness_matrix()(0, 0), by_q, 1e-6);
  EXPECT_NEAR(sim.damping_matrix()(0, 0), by_v, 1e-6);
  EXPECT_THROW(sim.inverse_dynamics(Vector::Zero(9), s.v, zero), Error);
  EXPECT_THROW(sim.forward_dynamics(s.q, s.v, Vector::Zero(9)), Error);
}

TEST(DoorTerms, RunsOfModelsGivenAsTextAreWrittenToHdf5) {
  const std::string file = testing::TempDir() + "text.h5";
  Simulation sim(parse("takt: 1\nbodies: {a: {mass: 1}}\njoints: {j: {type: revolute, between: "
                       "[ground, a], at: [1, 0, 0], "
                       "axis: y}}\n"),
                 {.step = 1e-2, .until = 0.1});
  EXPECT_EQ(run(sim, {.files = {file}}).steps, 10);
}

}  // namespace
}  // namespace takt
