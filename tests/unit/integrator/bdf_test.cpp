// BDF compared with statistics of DASSL on the chain of pendulums (ERRATA 002.5b), and the duties
// of every integrator: order, dense output, memory.
#include "takt/integrator/bdf.hpp"

#include <gtest/gtest.h>

#include "takt/integrator/fixed_bdf.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"
#include "tests/unit/integrator/pendulum_chain_form.hpp"

namespace takt::test {
namespace {

constexpr MatrixChoice dense{MatrixSource::dense, MatrixRefresh::on_demand};

struct Run {
  PendulumChainForm form;
  Counters counters;
  std::unique_ptr<Integrator> integrator;
  State now, next;
  NoStabiliser none;
  int steps = 0;

  explicit Run(const ChainData& data) : form(data), now(form.start()), next(now) {}
  ResidualSystem system() { return {form, counters, PendulumChainForm::nu, nullptr}; }

  static std::unique_ptr<Run> adaptive(const MatrixChoice& choice, const BdfOptions& o,
                                       const ChainData& data = {}) {
    auto r = std::make_unique<Run>(data);
    r->integrator = make_bdf(r->system(), choice, o);
    r->begin(o.h0);
    return r;
  }
  static std::unique_ptr<Run> fixed(const MatrixChoice& choice, const FixedBdfOptions& o, double h,
                                    const ChainData& data = {}) {
    auto r = std::make_unique<Run>(data);
    r->integrator = make_fixed_bdf(r->system(), choice, o);
    r->begin(h);
    return r;
  }
  void begin(double h) {
    integrator->prepare(now, h);
    counters = Counters{};
  }
  Status step(StepTarget to) {
    const StepReport report = integrator->step(now, next, to, none);
    if (report.status == Status::ok) {
      std::swap(now, next);
      ++steps;
    }
    return report.status;
  }
  void to(double until) {
    while (now.t < until) ASSERT_EQ(step({until - now.t, until}), Status::ok);
  }
  void equal_steps(double h, int n) {
    for (int k = 0; k < n; ++k) ASSERT_EQ(step({h, (steps + 1) * h}), Status::ok);
  }
};

constexpr BdfOptions as_in_the_paper{1e-4, 1e-6, 0.2, 5};

TEST(Bdf, CountsOfDassl) {
  const auto r = Run::adaptive(dense, as_in_the_paper);
  r->to(1);
  EXPECT_EQ(r->steps, 20);
  EXPECT_EQ(r->counters.residuals, 29);
  EXPECT_EQ(r->counters.residuals_for_jacobian, 3 * 32) << "F^0 is the corrector's";
  EXPECT_EQ(r->counters.jacobian_evaluations, 3);
  EXPECT_EQ(r->counters.rejected, 1);
  r->to(5);
  EXPECT_NEAR(r->steps, 158, 8);
  EXPECT_NEAR(static_cast<double>(r->counters.residuals), 210, 10);
  EXPECT_EQ(r->counters.jacobian_evaluations, 5);
  EXPECT_EQ(r->counters.rejected, 1);
}

// The chain that separates the refreshes (ERRATA 002.8).
TEST(Bdf, RefreshesOnTheDampedChain) {
  const ChainData data{.N = 16, .omega = 1, .x_amplitude = 0.05, .y_amplitude = 4, .damping = 0.5};
  const auto jacobians = [&](MatrixRefresh refresh) {
    const auto r = Run::adaptive({MatrixSource::dense, refresh}, as_in_the_paper, data);
    r->to(100);
    return r->counters.jacobian_evaluations;
  };
  const auto standard = jacobians(MatrixRefresh::on_demand);
  const auto partitioned = jacobians(MatrixRefresh::partitioned);
  EXPECT_NEAR(static_cast<double>(standard), 154, 40);
  EXPECT_NEAR(static_cast<double>(partitioned), 34, 15);
  EXPECT_LT(jacobians(MatrixRefresh::extended_a), partitioned);
  EXPECT_LE(jacobians(MatrixRefresh::extended_b), 2);
}

State exact(double t, const ChainData& data) {
  const auto r = Run::adaptive(dense, {1e-11, 1e-13, 1e-5, 5}, data);
  while (r->now.t < t) r->step({t - r->now.t, t});
  State s = r->now;
  r->integrator->interpolate(t, s);
  return s;
}

double distance(const State& a, const State& b) {
  return std::max(max_norm(a.q - b.q), max_norm(a.v - b.v));
}

constexpr ChainData swinging{.N = 3, .omega = 2, .x_amplitude = 0.3, .y_amplitude = 0.2};

TEST(Bdf, ErrorFollowsTheTolerance) {
  const State reference = exact(2, swinging);
  double last = 1;
  for (double rtol : {1e-3, 1e-5, 1e-7, 1e-9}) {
    const auto r = Run::adaptive(dense, {rtol, 0.1 * rtol, 1e-3, 5}, swinging);
    r->to(2);
    State s = r->now;
    ASSERT_TRUE(r->integrator->interpolate(2, s));
    const double error = distance(s, reference);
    EXPECT_LT(error, 200 * rtol);
    EXPECT_LT(error, 0.2 * last);
    last = error;
  }
}

TEST(Bdf, DenseOutputIsAsGoodAsTheSteps) {
  const double rtol = 1e-7;
  const auto r = Run::adaptive(dense, {rtol, 0.1 * rtol, 1e-3, 5}, swinging);
  r->to(1);
  State s = r->now;
  ASSERT_TRUE(r->integrator->interpolate(r->now.t, s));
  EXPECT_LT(distance(s, r->now), 1e-14);
  EXPECT_LT(max_norm(s.a - r->now.a), 1e-3);
  const double h = r->now.t - r->next.t;
  for (double part : {0.25, 0.5, 0.75}) {
    const double t = r->next.t + part * h;
    ASSERT_TRUE(r->integrator->interpolate(t, s));
    EXPECT_EQ(s.t, t);
    EXPECT_LT(distance(s, exact(t, swinging)), 200 * rtol);
  }
}

TEST(Bdf, AMemoryPutBackGivesTheSameBits) {
  for (MatrixRefresh refresh : {MatrixRefresh::on_demand, MatrixRefresh::extended_b})
    for (MatrixSource source : {MatrixSource::dense, MatrixSource::grouped}) {
      const auto a = Run::adaptive({source, refresh}, as_in_the_paper),
                 b = Run::adaptive({source, refresh}, as_in_the_paper);
      a->to(3);
      const auto from = a->integrator->memory(), into = b->integrator->memory();
      ASSERT_EQ(from.size(), into.size());
      std::copy(from.begin(), from.end(), into.begin());
      b->integrator->forget();
      b->now = a->now;
      for (int k = 0; k < 200; ++k) {
        a->step({1, 100});
        b->step({1, 100});
        ASSERT_EQ(a->now.t, b->now.t) << k;
        ASSERT_TRUE(a->now.q == b->now.q && a->now.v == b->now.v) << k;
      }
    }
}

TEST(FixedBdf, OrderOneAndTwo) {
  const State reference = exact(1, swinging);
  for (int order : {1, 2}) {
    std::vector<double> errors;
    for (int n : {200, 400, 800}) {
      const auto r = Run::fixed(dense, {order, {4, 0}, 1}, 1.0 / n, swinging);
      r->equal_steps(1.0 / n, n);
      errors.push_back(distance(r->now, reference));
    }
    EXPECT_NEAR(std::log2(errors[1] / errors[2]), order, 0.15);
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), order, 0.2);
  }
}

TEST(FixedBdf, CountsAreTheSameInEveryCycle) {
  for (int refresh : {1, 3}) {
    const auto r = Run::fixed(dense, {2, {2, 0}, refresh}, 0.01);
    Counters before = r->counters;
    for (int cycle = 0; cycle < 5; ++cycle) {
      r->equal_steps(0.01, refresh);
      EXPECT_EQ(r->counters.residuals - before.residuals, 2 * refresh);
      EXPECT_EQ(r->counters.residuals_for_jacobian - before.residuals_for_jacobian, 32);
      EXPECT_EQ(r->counters.jacobian_evaluations - before.jacobian_evaluations, 1);
      EXPECT_EQ(r->counters.factorisations - before.factorisations, 1);
      EXPECT_EQ(r->counters.solves - before.solves, 2 * refresh);
      before = r->counters;
    }
  }
}

TEST(FixedBdf, IteratesUntilTheIncrementIsSmall) {
  NewtonOptions tight;
  tight.until = 1e-10;
  const auto r = Run::fixed(dense, {1, tight, 1}, 0.005, swinging);
  r->equal_steps(0.005, 200);
  EXPECT_EQ(r->counters.unconverged, 0);
  EXPECT_LT(r->counters.jacobian_evaluations, 60) << "a matrix serves as long as it is good";
  const auto exactly = Run::fixed(dense, {1, {8, 0}, 1}, 0.005, swinging);
  exactly->equal_steps(0.005, 200);
  EXPECT_LT(distance(r->now, exactly->now), 1e-7);
}

}  // namespace
}  // namespace takt::test
