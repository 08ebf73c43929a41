// The bound of 000 section 3.4 holds wherever its condition does: every problem, rotations and
// rolling rows included.
#include "takt/simulate/drift_bound.hpp"

#include <gtest/gtest.h>

#include "takt/simulate/run.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

class PromisedDrift : public testing::TestWithParam<problem::ProblemEntry> {};

TEST_P(PromisedDrift, IsNotExceeded) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  if (system->shape().ng == 0 || system->shape().loaded()) return;
  const Span span = short_span(name);
  for (const char* text :
       {"index2+linear_implicit_euler(J2)+one_step", "index1+linear_implicit_euler(J1)+one_step"}) {
    Simulation s = simulate(system, text, span.step, 4 * span.until);
    RunOptions o;
    o.until = 4 * span.until;
    const Summary r = run(s, o, {});
    ASSERT_EQ(r.status, Status::ok) << text;
    ASSERT_TRUE(r.bound.has_value());
    ASSERT_TRUE(r.bound->holds) << text;
    EXPECT_LE(r.max_drift.position, r.bound->limit * 1.001 + 1e-14) << text;
    EXPECT_GT(r.max_drift.position, 0.002 * r.bound->limit) << text << ": the bound says nothing";
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, PromisedDrift,
                         testing::ValuesIn(problem::problems().begin(), problem::problems().end()),
                         [](const auto& i) { return test_name(i.param.name); });

TEST(DriftBound, SaysWhenItsConditionFails) {
  const auto system = problem::make_problem("heavy-top");
  Simulation s = simulate(system, "index2+linear_implicit_euler(J2)+one_step", 5e-3, 0.05);
  RunOptions o;
  o.until = 0.05;
  const Summary r = run(s, o, {});
  ASSERT_TRUE(r.bound.has_value());
  EXPECT_FALSE(r.bound->holds);
}

TEST(DriftBound, IsReportedOnlyForTheMethodItIsAbout) {
  const auto system = problem::make_problem("car-axle");
  // The proof needs one_step, and positions that go along the velocities of the last step.
  for (const char* text : {"index1+heun+s_both2", "index1+heun+one_step", "index1+rk4+one_step",
                           "index1+linear_implicit_euler(vedyna)+one_step",
                           "index1+linear_implicit_euler(exact)+one_step"}) {
    Simulation s = simulate(system, text, 1e-3, 0.01);
    RunOptions o;
    o.until = 0.01;
    EXPECT_FALSE(run(s, o, {}).bound.has_value()) << text;
  }
}

}  // namespace
}  // namespace takt::test
