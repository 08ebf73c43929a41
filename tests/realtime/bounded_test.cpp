// Every bounded method on every problem: steps use no heap, and every step has the same cost, which
// is announced before the first step.
#include <gtest/gtest.h>

#include <memory>

#include "takt/method/refusal.hpp"
#include "tests/realtime/allocation_guard.hpp"
#include "tests/realtime/steady_steps.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

TEST(AllocationGuard, SeesAControlAllocation) {
  long seen = 0;
  {
    const AllocationGuard guard;
    auto* p = new volatile double[7];
    p[3] = 1;
    delete[] p;
    seen = guard.count();
  }
  EXPECT_EQ(seen, 2);
  {
    const AllocationGuard guard;
    seen = guard.count();
  }
  EXPECT_EQ(seen, 0);
}

TEST(AllocationGuard, SeesAHiddenEigenTemporary) {
  const Matrix A = Matrix::Identity(4, 4);
  Vector x = Vector::Ones(4);
  const AllocationGuard guard;
  x = A * x;  // aliasing: a temporary
  EXPECT_GT(guard.count(), 0);
}

TEST(StepWatch, SeesStepsThatIterate) {
  Engine s =
      simulate(problem::make_problem("spherical-pendulum"), "ali3+trapezoidal+tangent", 1e-2, 1e9);
  const Steadiness seen = StepWatch(s).make(500);
  EXPECT_GT(seen.unequal, 0);
  EXPECT_NE(seen.first_unequal.find(" in place of "), std::string::npos) << seen.first_unequal;
}

TEST(StepWatch, StartsAgainAfterAFailure) {
  Engine s = simulate(problem::make_problem("two-link-sine"), "index1+heun", 0.01, 1e9);
  const Steadiness seen = StepWatch(s).make(3000);
  EXPECT_EQ(seen.steps, 3000);
  EXPECT_GT(seen.stops, 1);
  EXPECT_NE(seen.first_stop.find("would take v."), std::string::npos) << seen.first_stop;
  EXPECT_EQ(seen.unequal, 0) << seen.first_unequal;
}

class Bounded : public testing::TestWithParam<problem::ProblemEntry> {};

void expect_real_time(const std::string& name, const std::string& text, linear::Storage storage) {
  const auto system = problem::make_problem(name);
  const Span span = short_span(name);
  Engine s = simulate(system, text, span.step, 1e9, storage);
  ASSERT_TRUE(s.cost().bounded) << text;
  EXPECT_EQ(s.counters().evaluations, 0) << "the rehearsal must not count";
  // Some unstable methods fail here; they must not use the heap either.
  const Steadiness seen = StepWatch(s).make(60);
  EXPECT_EQ(seen.unequal, 0) << name << " " << text << ": " << seen.first_unequal;
  EXPECT_EQ(seen.allocations, 0) << name << " " << text;
}

TEST_P(Bounded, NoHeapAndConstantCost) {
  const std::string name(GetParam().name);
  int tried = 0;
  for (const std::string& text : valid_methods(problem::make_problem(name)->shape(), true)) {
    if (!compose(parse_method(text)).bounded()) continue;
    expect_real_time(name, text, linear::Storage::automatic);
    ++tried;
  }
  EXPECT_GT(tried, 5);
  RecordProperty("compositions", tried);
}

TEST_P(Bounded, NoHeapWithSparseAlgebra) {
  const std::string name(GetParam().name);
  const Shape shape = problem::make_problem(name)->shape();
  const std::vector<std::string> texts =
      shape.loaded() ? std::vector<std::string>{"ggl+backward_euler(passes=2)",
                                                "ggl+bdf(order=2,passes=2)+grouped"}
      : shape.ng > 0 ? std::vector<std::string>{"index2+linear_implicit_euler(J2)+one_step",
                                                "index1+heun+s_both2", "index1+heun+s_full",
                                                "index1+linear_implicit_euler(J3)+one_step"}
                     : std::vector<std::string>{"ode+linear_implicit_euler(J2)", "ode+rk4"};
  for (const std::string& text : texts) expect_real_time(name, text, linear::Storage::sparse);
}

// Dense output and adaptive steps have no bounded cost, but they use no heap either.
TEST_P(Bounded, AdaptiveStepsAllocateNothing) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  const Span span = short_span(name);
  for (const std::string text :
       {"ode+dopri5", "index1+dopri5+s_both2", "ode+bdf", "index1+bdf+s_both2", "ggl+bdf+grouped",
        "ggl+bdf+dense+partitioned", "ggl+bdf+grouped+extended"}) {
    const Composition c = compose(parse_method(text));
    if (c.formulation->constrained != (system->shape().ng > 0) ||
        !refusal(c, &system->shape()).empty())
      continue;
    Engine s = simulate(system, text, span.step, span.until);
    State sample = s.state();
    const AllocationGuard guard;
    double t = 0;
    while (!s.done() && s.step().status == Status::ok) {
      s.interpolate(0.5 * (t + s.state().t), sample);
      t = s.state().t;
    }
    EXPECT_EQ(guard.count(), 0) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Bounded,
                         testing::ValuesIn(problem::problems().begin(), problem::problems().end()),
                         [](const auto& i) { return test_name(i.param.name); });

}  // namespace
}  // namespace takt::test
