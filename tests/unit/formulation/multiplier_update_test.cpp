// How the multipliers of ali3 learn in a pass: from Phi(q_{i+1}), as 001 (2) has it, or from its
// linearisation at q_i.                                                             ERRATA 001.1
#include <gtest/gtest.h>

#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

struct FirstStep {
  State from, to;
};
FirstStep first_step(const std::string& method) {
  Engine s = simulate(problem::make_problem("spherical-pendulum-end"), method, 0.2, 1);
  FirstStep step{s.state(), {}};
  EXPECT_EQ(s.step().status, Status::ok) << method;
  step.to = s.state();
  return step;
}

double constraint_at(const State& s) {
  const auto system = problem::make_problem("spherical-pendulum-end");
  Evaluator eval(*system);
  eval.place(Slot::end, s);
  return eval.at(Slot::end, Need(Term::g)).g[0];
}

// After one pass: lambda* = lambda*_0 + alpha Phi(q_1). The penalty is soft, so that Phi(q_1) is far
// from what the linearisation says of it.
TEST(MultiplierUpdate, OfThePaperIsTheEvaluatedConstraint) {
  const FirstStep paper = first_step("ali3(alpha=2e4,update=paper)+trapezoidal(passes=1)");
  const double learnt = paper.to.lambda[0] - paper.from.lambda[0];
  const double expected = 2e4 * constraint_at(paper.to);
  EXPECT_GT(std::abs(expected), 1e-6);
  EXPECT_NEAR(learnt, expected, 1e-10 * (1 + std::abs(expected)));

  const FirstStep linear = first_step("ali3(alpha=2e4)+trapezoidal(passes=1)");
  EXPECT_EQ((linear.to.q - paper.to.q).norm(), 0) << "the first pass does not depend on the update";
  EXPECT_GT(std::abs(linear.to.lambda[0] - paper.to.lambda[0]), 1e-3 * std::abs(expected));
}

// Iterated to round-off, both fulfil the same equations.
TEST(MultiplierUpdate, BothEndInTheSameMotion) {
  const FirstStep paper = first_step("ali3(alpha=1e7,update=paper)+trapezoidal(until=1e-13)");
  const FirstStep linear = first_step("ali3(alpha=1e7)+trapezoidal(until=1e-13)");
  EXPECT_LT((paper.to.q - linear.to.q).norm(), 1e-12);
  EXPECT_NEAR(paper.to.lambda[0], linear.to.lambda[0], 1e-5 * std::abs(linear.to.lambda[0]));
  EXPECT_LT(std::abs(constraint_at(paper.to)), 1e-12);
}

}  // namespace
}  // namespace takt::test
