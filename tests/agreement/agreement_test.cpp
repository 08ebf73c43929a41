// Every valid method converges to the same trajectory of a system as the step goes to zero.
//
// Each method is run with a step and with half of it (adaptive ones with a tolerance and a
// thousandth of it). The difference to a tight reference must be small and must become smaller.
#include <gtest/gtest.h>

#include "takt/base/text.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

class Agreement : public testing::TestWithParam<problem::ProblemEntry> {};

TEST_P(Agreement, EveryCompositionReachesTheSameTrajectory) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  const Span span{short_span(name).until / 4, 0};
  const State exact = reference(system, span.until);
  int tried = 0;
  for (const std::string& text : valid_methods(system->shape())) {
    SCOPED_TRACE(text);
    const Composition c = compose(parse_method(text));
    const int order = c.convergence();
    const int n = order == 1 ? 4000 : 250;
    double error[2] = {0, 0};
    for (int k : {0, 1}) {
      Method method = c.method;
      if (c.adaptive()) method.integrator.options = {{"rtol", k == 0 ? "1e-6" : "1e-9"}};
      Engine s = simulate(system, to_string(method), span.until / (n << k), span.until);
      ASSERT_EQ(run_to_end(s), Status::ok);
      error[k] = distance(s.state(), exact);
    }
    const double size = 1 + max_norm(exact.q);
    // The top rotates 24 times a second: the same step gives larger errors.
    const double wide = name == "heavy-top" ? 3 : 1;
    EXPECT_LT(error[1], wide * (order == 1 ? 2e-3 : 1e-5) * size);
    // Round-off of a stiff penalty.
    const double floor = c.formulation->name == "ali1" ? 1e-7 : 1e-8;
    EXPECT_TRUE(error[1] < 0.75 * error[0] || error[1] < floor * size)
        << "error " << error[0] << " then " << error[1] << ": it does not shrink";
    ++tried;
  }
  EXPECT_GT(tried, 5);
  RecordProperty("compositions", tried);
}

// The error of the penalty method is inversely proportional to alpha.
TEST_P(Agreement, PenaltyReachesItAsAlphaGrows) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  if (system->shape().ng == 0 || system->shape().has_velocity_rows() || system->shape().loaded())
    return;
  const double until = short_span(name).until / (name == "car-axle" ? 2 : 10);
  const State exact = reference(system, until);
  for (const char* integrator : {"trapezoidal(until=1e-13)", "sdirk2(until=1e-13)", "rk4"}) {
    SCOPED_TRACE(integrator);
    std::vector<double> open;
    for (const double alpha : {1e5, 1e6, 1e7}) {
      const std::string method =
          "penalty(alpha=" + number(alpha * (name == "squeezer" ? 1e3 : 1)) + ")+" + integrator;
      Engine s = simulate(system, method, until / 8000, until);
      double most = 0;
      while (!s.done()) {
        ASSERT_EQ(s.step().status, Status::ok) << alpha;
        most = std::max(most, residual(*system, s.state()).position);
      }
      open.push_back(most);
      if (alpha == 1e7) {
        EXPECT_LT(max_norm(s.state().q - exact.q), 1e-4);
      }
    }
    for (int k : {0, 1}) {
      EXPECT_GT(open[k] / open[k + 1], 7) << open[0] << " " << open[1] << " " << open[2];
      EXPECT_LT(open[k] / open[k + 1], 20);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Agreement,
                         testing::ValuesIn(problem::problems().begin(), problem::problems().end()),
                         [](const auto& i) { return test_name(i.param.name); });

}  // namespace
}  // namespace takt::test
