#include "takt/simulate/step_failure.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "takt/simulate/engine.hpp"
#include "takt/simulate/monitor.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/models.hpp"

namespace takt::test {
namespace {

Status run_until_it_fails(Engine& s) {
  Status status = Status::ok;
  while (status == Status::ok && !s.done()) {
    EXPECT_EQ(s.failure(), "");
    status = s.step().status;
  }
  return status;
}

TEST(StepFailure, ABlowUpNamesWhatLeftAndWhen) {
  Engine s = simulate(problem::make_problem("two-link-sine"), "index1+heun", 0.01, 10);
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
  Engine s = simulation_of("n-four-bar", "topological+trapezoidal(passes=3)", 1e-3, 1,
                           {"N=1", "q.A0=-" + flat, "q.B0=" + flat, "q.A1=-" + flat, "v.A0" + zero,
                            "v.B0" + zero, "v.A1" + zero});
  ASSERT_EQ(run_until_it_fails(s), Status::singular);
  EXPECT_NE(s.failure().find("met a matrix that has no inverse"), std::string::npos) << s.failure();
}

TEST(StepFailure, AnIterationWithoutEndIsSaid) {
  Engine s = simulation_of(TAKT_SOURCE_DIR "/tests/refusal/runs/out_of_reach.yaml",
                           "hybrid+trapezoidal", 1e-3, 3);
  ASSERT_EQ(run_until_it_fails(s), Status::not_converged);
  EXPECT_TRUE(s.failure().starts_with("the step from t = 0.48 s did not converge")) << s.failure();
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

TEST(StepFailure, NothingOfAStateIsBeyondEveryRange) {
  State last, tried;
  last.q = last.v = last.z = last.a = Vector::Zero(1);
  last.lambda = Vector::Zero(1);
  Names names;
  names.q = names.v = {"slide"};
  names.q_units = {"m"};
  names.v_units = {"m/s"};
  names.z = {"wear"};
  names.rows = {"hook.1"};
  const auto said = [&] {
    EXPECT_FALSE(is_motion(tried));
    return describe_failure(Status::not_finite, last, tried, names, Counters{});
  };
  const std::string would = "the step from t = 0 s would take ";
  tried = last;
  tried.q[0] = 1e30;
  EXPECT_TRUE(is_motion(tried));
  tried.q[0] = -3e30;
  EXPECT_EQ(said(), would + "q.slide to -3e+30 m");
  tried = last;
  tried.z[0] = 4e30;
  EXPECT_EQ(said(), would + "z.wear to 4e+30");
  tried = last;
  tried.a[0] = 5e30;
  EXPECT_EQ(said(), would + "a.slide to 5e+30 m/s^2");
  tried = last;
  tried.lambda[0] = 6e30;
  EXPECT_EQ(said(), would + "lambda.hook.1 to 6e+30");
}

TEST(StepFailure, AForceBeyondEveryRangeEndsTheRun) {
  for (const char* method : {"ode+rk4", "natural:index1+rk4+s_both2"}) {
    const Summary s = whole_run(simulation_of(
        TAKT_SOURCE_DIR "/tests/support/models/growing_torque.yaml", method, 1e-3, 1));
    EXPECT_EQ(s.status, Status::not_finite) << method;
    EXPECT_NEAR(s.t_end, 0.051, 0.0015) << method;
    EXPECT_NE(s.failure.find("would take force.motor to -1e+30 N m"), std::string::npos)
        << s.failure;
    EXPECT_LT(std::abs(s.final_state.v[0]), 1e12);
  }
}

// A monitor that cannot compute the rates of a state says nothing against it, and never names them.
TEST(StepFailure, RatesThatAreNotKnownAreNotOutOfRange) {
  const auto system = problem::make_problem("pendulum-cartesian");
  State s = system->initial();
  const Composition c = compose(parse_method("ali3+trapezoidal"));  // its states have rates
  s.a = Vector::Zero(2);
  s.lambda = Vector::Zero(1);
  Monitor monitor(*system, c, s);
  s.a[0] = std::numeric_limits<double>::quiet_NaN();
  monitor.evaluate(s);
  EXPECT_TRUE(monitor.in_range());
  EXPECT_EQ(monitor.out_of_range(), "");
  s.a[1] = 2e31;
  monitor.evaluate(s);
  EXPECT_FALSE(monitor.in_range());
  EXPECT_TRUE(monitor.out_of_range().starts_with("a.y to 2e+31")) << monitor.out_of_range();
}

}  // namespace
}  // namespace takt::test
