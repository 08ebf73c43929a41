// Stiff friction with every implicit method: a joint with bristle friction that sticks, breaks away
// and slides, and a car that brakes to a standstill.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/models.hpp"

namespace takt::test {
namespace {

constexpr const char* bristle_joint = TAKT_SOURCE_DIR "/tests/support/models/bristle_joint.yaml";

struct Torque {
  Status status = Status::ok;
  double most = 0;     // of friction, at any time
  double sliding = 0;  // how far from 1 N m in the last half second
  double speed = 0;    // at the end
};

Torque torque_of_friction(const std::string& method, const std::vector<std::string>& set = {}) {
  Engine sim = simulation_of(bristle_joint, method, 1e-3, 3, set);
  const Observable& seen = *sim.system().observable();
  std::vector<double> force(seen.columns(Observe::forces).size());
  EXPECT_EQ(seen.columns(Observe::forces).back(), "force.friction");
  Evaluator eval(sim.system());
  Torque t;
  while (!sim.done() && t.status == Status::ok) {
    t.status = sim.step().status;
    eval.place(Slot::start, sim.state());
    seen.observe(Observe::forces, eval.point(Slot::start), force, eval.scratch());
    t.most = std::max(t.most, std::abs(force.back()));
    if (sim.state().t > 2.5) t.sliding = std::max(t.sliding, std::abs(force.back() - 1));
  }
  t.speed = sim.state().v[0];
  return t;
}

// It breaks away at 1.499 N m by bdf, and then slides with 1 N m.
TEST(StiffFriction, OfABristleIsThatOfTheReference) {
  EXPECT_NEAR(torque_of_friction("ode+bdf(rtol=1e-8)").most, 1.499, 1e-3);
  for (const char* method : {"ode+trapezoidal(passes=2)",
                             "ode+trapezoidal(passes=3)",
                             "ode+trapezoidal",
                             "ode+generalized_alpha(rho=0.8,passes=3)",
                             "ode+hht(passes=2)",
                             "ode+hht",
                             "ode+newmark(xi=0.05,passes=2)",
                             "ode+newmark(xi=0.05)",
                             "ode+sdirk2(passes=2)",
                             "ode+sdirk2(passes=3)",
                             "ode+linear_implicit_euler(J2)",
                             "ode+linear_implicit_euler(J1)",
                             "ode+linear_implicit_euler(exact)",
                             "ode+linear_implicit_euler(vedyna)",
                             "natural:ali3+trapezoidal(passes=3)+tangent",
                             "natural:penalty+trapezoidal(passes=3)",
                             "natural:conserving+midpoint(passes=3)",
                             "natural:state_space+trapezoidal(passes=3)",
                             "natural:index1+sdirk2(passes=3)",
                             "natural:ali1+sdirk2(passes=3)",
                             "natural:penalty+sdirk2(passes=3)",
                             "natural:state_space+sdirk2(passes=3)",
                             "natural:index2+linear_implicit_euler(J2)+one_step"}) {
    const Torque t = torque_of_friction(method);
    EXPECT_EQ(t.status, Status::ok) << method;
    EXPECT_NEAR(t.most, 1.499, 0.01) << method;
    EXPECT_LT(t.sliding, 1e-9) << method;
  }
}

// Where sliding turns friction has a kink within a step. Steps with two passes go over it without
// running away; how far friction overshoots is a matter of the method.
TEST(StiffFriction, OfABristleTurns) {
  const std::vector<std::string> swings{"swings=1"};
  EXPECT_NEAR(torque_of_friction("ode+bdf(rtol=1e-8)", swings).speed, -3.0713, 1e-4);
  for (const auto& [method, most] :
       {std::pair{"ode+trapezoidal(passes=2)", 2.3}, std::pair{"ode+trapezoidal(passes=3)", 2.3},
        std::pair{"ode+generalized_alpha(rho=0.8,passes=2)", 2.3},
        std::pair{"ode+hht(passes=2)", 2.3}, std::pair{"ode+newmark(passes=2)", 2.3},
        std::pair{"ode+sdirk2(passes=2)", 7.0}, std::pair{"ode+sdirk2(passes=3)", 7.0},
        std::pair{"ode+sdirk2", 7.0}, std::pair{"ode+linear_implicit_euler(J2)", 16.0}}) {
    const Torque t = torque_of_friction(method, swings);
    EXPECT_EQ(t.status, Status::ok) << method;
    EXPECT_LT(t.most, most) << method;
    EXPECT_NEAR(t.speed, -3.0713, 0.02) << method;
  }
}

// Rows without damping take states explicitly; that is out of the question here, and no result.
TEST(StiffFriction, FailsWhereStatesAreExplicit) {
  EXPECT_NE(torque_of_friction("ode+linear_implicit_euler(J3)").status, Status::ok);
}

TEST(StiffFriction, HoldsABrakedCar) {
  for (const char* method :
       {"ali3+trapezoidal(passes=3)+tangent", "ali3+generalized_alpha(rho=0.8,passes=3)+tangent",
        "state_space+trapezoidal(passes=2)", "index1+sdirk2(passes=3)+s_both2",
        "index2+linear_implicit_euler(J2)+one_step"})
    for (const double h : {2e-3, 10e-3}) {
      Engine sim = simulation_of("sedan", method, h, 8, {"speed=10"});
      const auto& inputs = sim.system().names().inputs;
      ASSERT_EQ(inputs[2].name, "brake");
      sim.inputs()[2] = 1500;
      double fastest = 0;  // of the last second
      while (!sim.done()) {
        ASSERT_EQ(sim.step().status, Status::ok) << method;
        if (sim.state().t > 7) fastest = std::max(fastest, max_norm(sim.state().v));
      }
      EXPECT_LT(fastest, 1e-4) << method << " " << h;
    }
}

}  // namespace
}  // namespace takt::test
