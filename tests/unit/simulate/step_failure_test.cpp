#include "takt/simulate/step_failure.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "takt/simulate/simulation.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/models.hpp"

namespace takt::test {
namespace {

Status run_until_it_fails(Simulation& s) {
  Status status = Status::ok;
  while (status == Status::ok && !s.done()) {
    EXPECT_EQ(s.failure(), "");
    status = s.step().status;
  }
  return status;
}

TEST(StepFailure, ABlowUpNamesWhatLeftAndWhen) {
  Simulation s = simulate(problem::make_problem("two-link-sine"), "index1+heun", 0.01, 10);
  std::vector<std::byte> start(s.memory_size());
  s.save(start);
  ASSERT_EQ(run_until_it_fails(s), Status::not_finite);
  const std::string text = s.failure();
  EXPECT_TRUE(text.starts_with("the step from t = ")) << text;
  EXPECT_NE(text.find(" s would take v."), std::string::npos) << text;
  s.restore(start);
  EXPECT_EQ(s.failure(), "") << "what was restored has not failed";
}

TEST(StepFailure, ASingularMatrixIsSaid) {
  const std::string flat = "89.9999999deg", zero = "=0";
  Simulation s = simulation_of("n-four-bar", "topological+trapezoidal(passes=3)", 1e-3, 1,
                               {"N=1", "q.A0=-" + flat, "q.B0=" + flat, "q.A1=-" + flat,
                                "v.A0" + zero, "v.B0" + zero, "v.A1" + zero});
  ASSERT_EQ(run_until_it_fails(s), Status::singular);
  EXPECT_NE(s.failure().find("met a matrix that has no inverse"), std::string::npos) << s.failure();
}

TEST(StepFailure, AnIterationWithoutEndIsSaid) {
  Simulation s = simulation_of(TAKT_SOURCE_DIR "/tests/refusal/runs/out_of_reach.yaml",
                               "hybrid+trapezoidal", 1e-3, 3);
  ASSERT_EQ(run_until_it_fails(s), Status::not_converged);
  EXPECT_TRUE(s.failure().starts_with("the step from t = 0.481 s did not converge")) << s.failure();
}

TEST(StepFailure, SaysWhatWasWrongBefore) {
  State last, tried;
  last.t = 2.5;
  last.q = last.v = last.z = Vector::Zero(2);
  tried = last;
  Names names;
  names.v = {"A", "B"};
  names.v_units = {"rad/s", ""};
  Counters counters;
  EXPECT_TRUE(is_motion(tried));
  EXPECT_EQ(describe_failure(Status::ok, last, tried, names, counters), "");
  tried.v[0] = -2e12;
  EXPECT_FALSE(is_motion(tried));
  EXPECT_EQ(describe_failure(Status::not_finite, last, tried, names, counters),
            "the step from t = 2.5 s would take v.A to -2e+12 rad/s");
  tried.v[0] = 0;
  tried.q[1] = std::numeric_limits<double>::quiet_NaN();
  counters.unconverged = 967;
  EXPECT_FALSE(is_motion(tried));
  EXPECT_EQ(
      describe_failure(Status::not_finite, last, tried, names, counters),
      "the step from t = 2.5 s would take q[1] to no finite value; before it, 967 steps ended "
      "unconverged");
}

}  // namespace
}  // namespace takt::test
