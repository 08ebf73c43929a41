// Stiff states in implicit integrators: they follow the rule of the method, decay in steps that are
// long compared with their time constant, and are part of the Newton iteration.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/maxwell_spring.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

std::shared_ptr<const EquationsOfMotion> maxwell_spring(const MaxwellSpring::Numbers& n) {
  return std::make_shared<MaxwellSpring>(n);
}

State state_after(const std::shared_ptr<const EquationsOfMotion>& system, const std::string& text,
                  double h, int steps) {
  Engine s = simulate(system, text, h, h * steps);
  EXPECT_EQ(run_to_end(s), Status::ok) << text;
  return s.state();
}

// On a linear system one pass of Newton's method is exact: the matrix holds all of the states.
TEST(StiffStatesOfAStep, NeedOnePassWhereAllIsLinear) {
  const auto spring = maxwell_spring({3, 500, 1000, 0, 0.3});
  for (const char* text : {"ode+trapezoidal", "ode+hht", "ode+generalized_alpha", "ode+newmark",
                           "conserving+midpoint", "ode+sdirk2"}) {
    const State once = state_after(spring, std::string(text) + "(passes=1)", 0.01, 40);
    const State often = state_after(spring, std::string(text) + "(passes=7)", 0.01, 40);
    EXPECT_LT(distance(once, often), 1e-12) << text;
    EXPECT_LT(max_norm(once.z - often.z), 1e-12) << text;
  }
}

// Beside constraints a few. A pass behind the positions the gain of this controller would make the
// iteration diverge: h^2 k_i = 5.
TEST(StiffStatesOfAStep, ConvergeBesideConstraints) {
  const auto track =
      std::make_shared<SaysItIsStiff>(problem::make_problem("circular-track", {{"k_i", 5e4}}));
  for (const char* text : {"index1+sdirk2", "ali1+sdirk2", "state_space+sdirk2", "penalty+sdirk2",
                           "ali3+trapezoidal", "penalty+trapezoidal", "state_space+trapezoidal"}) {
    const State often = state_after(track, std::string(text) + "(passes=9)", 0.01, 1);
    double left[3];
    for (int k = 0; k < 3; ++k) {
      const State s =
          state_after(track, text + ("(passes=" + std::to_string(k + 1)) + ")", 0.01, 1);
      left[k] = std::max(distance(s, often), max_norm(s.z - often.z));
    }
    EXPECT_LT(left[2], 1e-2 * left[0] + 1e-12) << text;
    EXPECT_LT(left[2], 1e-5) << text;
  }
}

// After a start far from where the damper lets the spring be, a stiff state is there after a few
// steps; the trapezoidal rule would leave -0.96 of it in each.
TEST(StiffStatesOfAStep, AreGoneWhenTheyDecayFast) {
  const auto spring = maxwell_spring({1, 20, 1e5, 0, 0.3});
  for (const char* text :
       {"ode+trapezoidal(passes=2)", "ode+hht(passes=2)", "ode+generalized_alpha(passes=2)",
        "ode+newmark(passes=2)", "conserving+midpoint(passes=2)", "ode+linear_implicit_euler(J2)",
        "ode+linear_implicit_euler(J1)", "ode+linear_implicit_euler(exact)"}) {
    const State s = state_after(spring, text, 1e-3, 6);
    EXPECT_LT(std::abs(s.z[0] - s.v[0] / 1e5), 1e-6) << text;
  }
  // sdirk2 is A-stable: it leaves 0.73 of it in a step.
  const State s = state_after(spring, "ode+sdirk2(passes=2)", 1e-3, 60);
  EXPECT_LT(std::abs(s.z[0] - s.v[0] / 1e5), 1e-8);
}

// z_{n+1} = z_n + h (k e_{n+1} + (1 - k) s_n), k = (h + h_n)/(2 h + h_n), also where steps differ.
TEST(StiffStatesOfAStep, FollowBackwardDifferences) {
  const auto spring = maxwell_spring({});
  Evaluator eval(*spring);
  const auto rate = [&](const State& s) {
    eval.place(Slot::end, s);
    return eval.at(Slot::end, Term::e).e[0];
  };
  for (const char* text : {"ode+trapezoidal(passes=9)", "ode+generalized_alpha(passes=9)",
                           "conserving+midpoint(passes=9)"}) {
    const double until = 0.1 + 0.004;  // the last step is shorter
    Engine sim = simulate(spring, text, 0.01, until);
    double last = 0, slope = 0;
    while (!sim.done()) {
      const State from = sim.state();
      ASSERT_EQ(sim.step().status, Status::ok);
      const State& to = sim.state();
      const double h = to.t - from.t, k = last > 0 ? (h + last) / (2 * h + last) : 1;
      const double next = (to.z[0] - from.z[0]) / h;
      EXPECT_NEAR(next, k * rate(to) + (1 - k) * slope, 1e-10) << text << " " << to.t;
      slope = next;
      last = h;
    }
    EXPECT_NEAR(last, 0.004, 1e-12);
  }
}

// What survives a step is saved with it.
TEST(StiffStatesOfAStep, GoOnWithTheSameBitsWhereTheyWereSaved) {
  const auto spring = maxwell_spring({});
  for (const char* text : {"ode+trapezoidal(passes=2)", "ode+generalized_alpha(passes=2)",
                           "conserving+midpoint(passes=2)", "ode+sdirk2(passes=2)"}) {
    Engine a = simulate(spring, text, 0.01, 1), b = simulate(spring, text, 0.01, 1);
    for (int k = 0; k < 20; ++k) a.step();
    for (int k = 0; k < 5; ++k) b.step();
    std::vector<std::byte> saved(a.memory_size());
    a.save(saved);
    b.restore(saved);
    for (int k = 0; k < 20; ++k) {
      a.step();
      b.step();
    }
    EXPECT_EQ(a.state().z[0], b.state().z[0]) << text;
    EXPECT_EQ(a.state().q[0], b.state().q[0]) << text;
  }
}

}  // namespace
}  // namespace takt::test
