// Accuracy of BDF on residual forms: digits compared with published references, agreement with
// explicit runs, and how far strategies for the Jacobian may deviate from the tight solution.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/support/models.hpp"

namespace takt::test {
namespace {

std::string with(double rtol, double atol, double h0) {
  char text[96];
  std::snprintf(text, sizeof text, "bdf(rtol=%g,atol=%g,h0=%g)", rtol, atol, h0);
  return text;
}

Vector end_of(const std::string& model, const std::string& method, double until) {
  Engine s = simulation_of(model, method, 1e-3, until);
  while (!s.done()) {
    const Status status = s.step().status;
    EXPECT_EQ(status, Status::ok) << model << " " << method << " " << s.failure();
    if (status != Status::ok) break;
  }
  return s.state().q;
}

// The smallest number of correct digits over the components.
double digits(const Vector& q, std::initializer_list<double> reference) {
  double fewest = 99;
  Index i = 0;
  for (const double r : reference) fewest = std::min(fewest, -std::log10(std::abs(q[i++] / r - 1)));
  return fewest;
}

// IVP test set, t = 0.03.
double squeezer_digits(double tol) {
  const Vector q = end_of("squeezer", "ggl+" + with(tol, tol, 1e-6), 0.03);
  return digits(q, {1.5810771195153707e+01, -1.5756371058411839e+01, 4.0822240119645805e-02,
                    -5.3473011634207959e-01, 5.2440996587995407e-01, 5.3473011634207959e-01,
                    1.0480807410419379e+00});
}

TEST(BdfAccuracy, OfTheSqueezerFollowsTheTolerance) {
  EXPECT_GE(squeezer_digits(1e-9), 6);
  EXPECT_GE(squeezer_digits(1e-10), 8);
}

// Codes of this kind fail on the index-3 form. IVP test set, t = 3.
TEST(BdfAccuracy, OfTheCarAxleFollowsTheTolerance) {
  std::vector<double> x, y;
  for (int k = 3; k <= 10; ++k) {
    const double tol = std::pow(10.0, -k);
    const Vector q = end_of("car-axle", "ggl+" + with(tol, tol, 1e-6), 3);
    x.push_back(k);
    y.push_back(digits(q, {4.9345578427524092e-02, 4.9698946023000811e-01, 1.0417425248854261e+00,
                           3.7391102726536582e-01}));
  }
  double mx = 0, my = 0, xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / 8, my += y[i] / 8;
  for (std::size_t i = 0; i < x.size(); ++i)
    xy += (x[i] - mx) * (y[i] - my), xx += (x[i] - mx) * (x[i] - mx);
  EXPECT_GE(xy / xx, 0.8);
}

TEST(BdfAccuracy, AgreesWithExplicitRuns) {
  const std::tuple<const char*, double, const char*> cases[] = {
      {"slider-crank", 1, "index1+dopri5(rtol=1e-12,atol=1e-13)+s_both2"},
      {"flyball-governor", 1, "index1+dopri5(rtol=1e-12,atol=1e-13)+s_both2"},
      {"pendulum-chain", 5, "ode+dopri5(rtol=1e-12,atol=1e-13)"},
      {"passenger-car", 0.5, "ode+dopri5(rtol=1e-11,atol=1e-12)"}};
  for (const auto& [model, until, explicit_run] : cases) {
    const bool free = std::string(explicit_run).starts_with("ode");
    const std::string text = (free ? "ode+" : "ggl+") + with(1e-10, free ? 1e-12 : 1e-11, 1e-6);
    const Summary a = whole_run(simulation_of(model, text, 1e-3, until));
    const Summary b = whole_run(simulation_of(model, explicit_run, 1e-4, until));
    ASSERT_EQ(a.status, Status::ok) << model;
    ASSERT_EQ(b.status, Status::ok) << model;
    const double limit = free ? 1e-8 : 1e-7;
    if (free) {
      EXPECT_LT(max_norm(Vector(a.final_state.q - b.final_state.q)), limit) << model;
    } else {
      ASSERT_FALSE(a.outputs.empty()) << model;
      for (std::size_t i = 0; i < a.outputs.size(); ++i)
        EXPECT_NEAR(a.outputs[i], b.outputs[i], limit) << model << " " << a.names.outputs[i];
    }
  }
}

// Weighted root mean square of the distance in q and v, at times spread over the run.
struct Distance {
  double mean = 0, worst = 0;
};
class States final : public Sink {
 public:
  std::vector<Vector> y;
  void take(const Sample& f) override {
    Vector x(f.state.q.size() + f.state.v.size());
    x << f.state.q, f.state.v;
    y.push_back(x);
  }
};

struct Journey {
  std::string model, formulation;
  double until, every, rtol, atol, h0;
};
std::vector<Vector> sampled(const Journey& r, const std::string& method) {
  States states;
  const Summary s = whole_run(simulation_of(r.model, method, 1e-3, r.until), r.every, {&states});
  EXPECT_EQ(s.status, Status::ok) << method;
  return states.y;
}
Distance distance(const Journey& r, const std::vector<Vector>& a,
                  const std::vector<Vector>& tight) {
  Distance d;
  EXPECT_EQ(a.size(), tight.size());
  for (std::size_t k = 0; k < std::min(a.size(), tight.size()); ++k) {
    double sum = 0;
    for (Index i = 0; i < tight[k].size(); ++i) {
      const double e = (a[k][i] - tight[k][i]) / (r.rtol * std::abs(tight[k][i]) + r.atol);
      sum += e * e / static_cast<double>(tight[k].size());
    }
    d.mean += sum / static_cast<double>(tight.size());
    d.worst = std::max(d.worst, std::sqrt(sum));
  }
  d.mean = std::sqrt(d.mean);
  return d;
}

constexpr const char* strategies[] = {
    "dense+on_demand",      "grouped+on_demand",
    "dense+partitioned",    "grouped+partitioned",
    "analytic+partitioned", "dense+extended(a)",
    "dense+extended(b)",    "grouped(pattern=estimated)+partitioned"};

TEST(JacobianStrategies, StayWithinTwentyTolerancesOnTrainAndCar) {
  for (const Journey& r : {Journey{"train-carriage", "ggl", 15, 0.5, 1e-4, 1e-4, 1e-3},
                           Journey{"passenger-car", "ode", 5, 0.1, 1e-4, 1e-5, 1e-3}}) {
    const auto tight =
        sampled(r, r.formulation + "+" + with(1e-4 * r.rtol, 1e-4 * r.atol, 1e-5) + "+analytic");
    for (const char* words : strategies) {
      const Distance d = distance(
          r, sampled(r, r.formulation + "+" + with(r.rtol, r.atol, r.h0) + "+" + words), tight);
      EXPECT_LE(d.mean, 20) << r.model << " " << words;
      std::printf("  %-16s %-40s %5.2f tolerances, %5.2f at worst\n", r.model.c_str(), words,
                  d.mean, d.worst);
    }
  }
}

// Without damping the errors of every strategy grow: they are compared with the spread of the
// standard one.
TEST(JacobianStrategies, AreAsGoodAsTheStandardOneOnTheUndampedChain) {
  const Journey r{"pendulum-chain", "ode", 50, 1, 1e-4, 1e-6, 0.2};
  const auto tight = sampled(r, "ode+" + with(1e-9, 1e-11, 1e-4) + "+analytic");
  double most = 0;
  for (int k = 0; k < 15; ++k) {
    const std::string text = "ode+" + with(r.rtol, r.atol, r.h0 * (1 + 0.01 * k));
    most = std::max(most, distance(r, sampled(r, text + "+dense+on_demand"), tight).mean);
  }
  for (const char* words : strategies) {
    const double d =
        distance(r, sampled(r, "ode+" + with(r.rtol, r.atol, r.h0) + "+" + words), tight).mean;
    EXPECT_LE(d, 1.5 * most) << words;
  }
}

}  // namespace
}  // namespace takt::test
