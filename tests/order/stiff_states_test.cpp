// Solving for stiff states costs no order: systems that are smooth, but say their states are stiff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/support/maxwell_spring.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

struct StiffCase {
  const char* method;
  int order;
};

double error_with_states(const State& s, const State& exact) {
  return std::max(distance(s, exact), max_norm(s.z - exact.z));
}

void expect_order(const std::shared_ptr<const EquationsOfMotion>& system, const StiffCase& c) {
  constexpr double until = 0.5;
  const State exact = reference(system, until);
  double error[3];
  for (int k = 0; k < 3; ++k) {
    Engine s = simulate(system, c.method, until / (50 << k), until);
    ASSERT_EQ(run_to_end(s), Status::ok) << c.method;
    error[k] = error_with_states(s.state(), exact);
  }
  const double order = std::log2(error[1] / error[2]);
  std::printf("  %-50s order %.2f, error %.1e .. %.1e\n", c.method, order, error[0], error[2]);
  EXPECT_NEAR(order, c.order, 0.15) << c.method;
}

TEST(StiffStatesOrder, OfUnconstrainedMethodsIsThatOfTheIntegrator) {
  const auto spring = std::make_shared<MaxwellSpring>(MaxwellSpring::Numbers{});
  for (const StiffCase& c :
       {StiffCase{"ode+trapezoidal(passes=8)", 2}, StiffCase{"ode+hht(passes=8)", 2},
        StiffCase{"ode+generalized_alpha(rho=0.8,passes=8)", 2},
        StiffCase{"ode+generalized_alpha(rho=0,passes=8)", 2},
        StiffCase{"conserving+midpoint(passes=8)", 2},
        StiffCase{"conserving(loads=ends)+midpoint(passes=8)", 2},
        StiffCase{"ode+newmark(xi=0.05,passes=8)", 1}, StiffCase{"ode+sdirk2(passes=8)", 3},
        StiffCase{"ode+linear_implicit_euler(J2)", 1}})
    expect_order(spring, c);
}

TEST(StiffStatesOrder, OfConstrainedMethodsIsThatOfTheIntegrator) {
  const auto track = std::make_shared<SaysItIsStiff>(problem::make_problem("circular-track"));
  for (const StiffCase& c :
       {StiffCase{"ali3+trapezoidal(passes=8)+tangent", 2},
        StiffCase{"ali3+generalized_alpha(rho=0.8,passes=8)+tangent", 2},
        StiffCase{"state_space+trapezoidal(passes=8)", 2}, StiffCase{"index1+sdirk2(passes=8)", 3},
        StiffCase{"ali1+sdirk2(passes=8)", 3}, StiffCase{"state_space+sdirk2(passes=8)", 3},
        StiffCase{"index2+linear_implicit_euler(J2)", 1}})
    expect_order(track, c);
}

}  // namespace
}  // namespace takt::test
