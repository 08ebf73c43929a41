// The drift bound of 000 (Burgermeister, Arnold, Esterl), section 3.4, holds wherever its condition
// does: on every problem, including rotations and rolling constraints.
#include "takt/simulate/drift_bound.hpp"

#include <gtest/gtest.h>

#include "takt/simulate/run.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/models.hpp"

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
    Engine s = simulate(system, text, span.step, 4 * span.until);
    RunOptions o;
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
  Engine s = simulate(system, "index2+linear_implicit_euler(J2)+one_step", 5e-3, 0.05);
  RunOptions o;
  const Summary r = run(s, o, {});
  ASSERT_TRUE(r.bound.has_value());
  EXPECT_FALSE(r.bound->holds);
  EXPECT_GT(r.bound->h * r.bound->C1, 1);
  EXPECT_EQ(r.bound->limit, 0);
}

// Few directions, turned to the worst, find nearly as much as all pairs do.
TEST(DriftBound, EstimatesWhatAllPairsGive) {
  for (const char* name : {"squeezer", "spherical-pendulum", "heavy-top", "car-axle"}) {
    const auto system = problem::make_problem(name);
    const Span span = short_span(name);
    Engine s = simulate(system, "index2+linear_implicit_euler(J2)+one_step", span.step, span.until);
    DriftBound pairs(*system, span.step, span.until, DriftBound::Norm::all_pairs),
        few(*system, span.step, span.until, DriftBound::Norm::directions);
    State before = s.state();
    while (!s.done()) {
      before = s.state();
      ASSERT_EQ(s.step().status, Status::ok);
      pairs.sample(before, s.state());
      few.sample(before, s.state());
    }
    const Bound a = pairs.bound(), b = few.bound();
    EXPECT_FALSE(a.estimate);
    EXPECT_TRUE(b.estimate);
    EXPECT_NEAR(b.C0, a.C0, 0.2 * a.C0) << name;
    EXPECT_NEAR(b.C1, a.C1, 0.2 * a.C1) << name;
    EXPECT_LE(b.C2, a.C2 * (1 + 1e-6) + 1e-9) << name;
    EXPECT_GE(b.C2, 0.2 * a.C2) << name;
  }
}

// On its stairs: where constraints bend most, a sample is taken between the regular ones.
TEST(DriftBound, IsEstimatedForAVehicle) {
  Engine s = simulation_of("iltis", "index2+linear_implicit_euler(J2)+one_step", 1e-3, 6);
  RunOptions o;
  const Summary r = run(s, o, {});
  ASSERT_EQ(r.status, Status::ok);
  ASSERT_TRUE(r.bound.has_value());
  const Bound& b = *r.bound;
  EXPECT_TRUE(b.estimate);
  EXPECT_TRUE(b.holds) << "h C1 = " << b.h * b.C1;
  EXPECT_GT(r.max_drift.position, 1e-10);
  EXPECT_LE(r.max_drift.position, b.limit);
  EXPECT_GT(r.max_drift.position, 0.05 * b.limit) << "the estimate says nothing";
  EXPECT_GT(b.samples, 47);  // every 128th, and some
  EXPECT_LT(b.samples, 500);
  EXPECT_GT(b.half_C1, 0);
  EXPECT_GT(b.C1, b.half_C1);
}

// Spinning wheels bend their constraints a thousand times more in natural coordinates.
TEST(DriftBound, SaysThatAVehicleHasNoneInNaturalCoordinates) {
  Engine s = simulation_of("iltis", "natural:index2+linear_implicit_euler(J2)+one_step", 1e-3, 0.1);
  RunOptions o;
  const Summary r = run(s, o, {});
  ASSERT_TRUE(r.bound.has_value());
  EXPECT_TRUE(r.bound->estimate);
  EXPECT_FALSE(r.bound->holds);
  EXPECT_LT(r.bound->room, 0);
}

TEST(DriftBound, IsReportedOnlyForTheMethodItIsAbout) {
  const auto system = problem::make_problem("car-axle");
  // The proof needs one_step, and positions that go along the velocities of the last step.
  for (const char* text : {"index1+heun+s_both2", "index1+heun+one_step", "index1+rk4+one_step",
                           "index1+linear_implicit_euler(vedyna)+one_step",
                           "index1+linear_implicit_euler(exact)+one_step"}) {
    Engine s = simulate(system, text, 1e-3, 0.01);
    RunOptions o;
    EXPECT_FALSE(run(s, o, {}).bound.has_value()) << text;
  }
}

}  // namespace
}  // namespace takt::test
