// The formulations global, topological and hybrid give the same motion of one vehicle file.
//                                                                           003 sections 2, 7
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/models.hpp"

namespace takt::test {
namespace {

constexpr double before_the_stairs = 3.4;  // s; the front wheels reach them at about 3.5 s

struct Drive {
  std::vector<double> t;
  std::vector<std::vector<double>> out;
  Summary summary;
};

class Outputs final : public Sink {
 public:
  explicit Outputs(Drive& d) : d_(d) {}
  void take(const Sample& s) override {
    d_.t.push_back(s.state.t);
    d_.out.push_back(s.monitor.outputs());
  }

 private:
  Drive& d_;
};

Drive drive(const std::string& text, double h, double until,
            const std::vector<std::string>& set = {}) {
  Drive d;
  Outputs sink(d);
  d.summary = whole_run(simulation_of("iltis", text, h, until, set), 0.01, {&sink});
  return d;
}

// The largest difference of x and z of the chassis (outputs 0 and 2) at the same times.
double difference(const Drive& a, const Drive& b) {
  double most = a.t.size() == b.t.size() ? 0 : 1e300;
  for (std::size_t i = 0; i < a.t.size() && i < b.t.size(); ++i)
    for (const std::size_t k : {0u, 2u}) most = std::max(most, std::abs(a.out[i][k] - b.out[i][k]));
  return most;
}

TEST(ThreeFormulations, MoveAlikeUpToTheFirstStair) {
  double last[3] = {0, 0, 0};
  for (const double h : {0.01, 0.005, 0.0025}) {
    const Drive global = drive("global+trapezoidal(until=1e-10)", h, before_the_stairs);
    const Drive topological = drive("topological+trapezoidal(until=1e-10)", h, before_the_stairs);
    const Drive hybrid = drive("hybrid+trapezoidal(until=1e-10)", h, before_the_stairs);
    for (const Drive* d : {&global, &topological, &hybrid})
      ASSERT_EQ(d->summary.status, Status::ok) << d->summary.method;
    const double apart[3] = {difference(global, hybrid), difference(topological, hybrid),
                             difference(global, topological)};
    std::printf(
        "  h %.1f ms: global-hybrid %.2e, topological-hybrid %.2e, global-topological %.2e m\n",
        1e3 * h, apart[0], apart[1], apart[2]);
    for (int k = 0; k < 3; ++k) {
      EXPECT_LT(apart[k], 2e-5);
      // Second order. In natural coordinates the error of the projections in the wheels, of third
      // order, is visible too.
      if (last[k] > 0) {
        EXPECT_TRUE(last[k] / apart[k] > 3.6 || apart[k] < 1e-6) << k << " " << last[k] / apart[k];
      }
      last[k] = apart[k];
    }
  }
}

// Paper 003, Table 2: 1909, 1876 and 1839 iterations in 800 steps.
TEST(ThreeFormulations, TakeAsManyIterationsAsInThePaper) {
  for (const char* method : {"global", "topological", "hybrid"}) {
    const Drive d = drive(std::string(method) + "+trapezoidal", 0.01, 8);
    ASSERT_EQ(d.summary.status, Status::ok) << method;
    const Counters& c = d.summary.counters;
    const double each = double(c.iterations) / double(d.summary.steps);
    std::printf("  %-12s %.2f iterations per step, at most %d\n", method, each,
                int(c.most_iterations));
    EXPECT_GT(each, 2.0) << method;
    EXPECT_LT(each, 3.0) << method;
    EXPECT_LT(std::abs(9.81 * d.out.front().back()), 1e-3);  // az at the start
  }
}

// A fixed number of passes is as good as a converged run.
TEST(ThreeFormulations, AFewPassesAreEnoughForRealTime) {
  const Drive exact = drive("hybrid+trapezoidal(until=1e-10)", 0.00025, before_the_stairs);
  for (const double h : {0.001, 0.005, 0.01}) {
    const double converged =
        difference(drive("hybrid+trapezoidal(until=1e-10)", h, before_the_stairs), exact);
    for (const char* passes : {"2", "3"}) {
      const std::string method = "hybrid+trapezoidal(passes=" + std::string(passes) + ")";
      const Drive d = drive(method, h, before_the_stairs);
      EXPECT_LT(difference(d, exact), 2 * converged + 1e-9) << method << " " << h;
      const Drive all = drive(method, h, 8);  // including the stairs
      EXPECT_EQ(all.summary.status, Status::ok) << method << " " << h;
      EXPECT_TRUE(all.summary.cost.bounded);
      std::printf(
          "  passes %s, %4.1f ms: %.1e m (converged %.1e), %d steps not converged, %.2g J\n",
          passes, 1e3 * h, difference(d, exact), converged, int(all.summary.counters.unconverged),
          all.summary.counters.unconverged_energy);
    }
  }
}

TEST(ThreeFormulations, FinishOnSharpEdges) {
  for (const char* method : {"global", "topological", "hybrid"}) {
    const Drive d = drive(std::string(method) + "+trapezoidal", 0.005, 8, {"road=polyline"});
    EXPECT_EQ(d.summary.status, Status::ok) << method;
    std::printf("  %-12s %d of %d steps not converged\n", method,
                int(d.summary.counters.unconverged), int(d.summary.steps));
  }
}

}  // namespace
}  // namespace takt::test
