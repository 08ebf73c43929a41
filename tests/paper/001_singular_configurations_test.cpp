// The N-four-bar passes its flat position, where constraints become dependent, again and again.
// With projections the augmented Lagrangian passes it with any step; without them it fails.
//                                                          001 section 3; benchmark A02, 10 s
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "tests/support/models.hpp"

namespace takt::test {
namespace {

constexpr int step_sizes = 40;
double step_size(int k) { return 0.004 + 0.016 * k / (step_sizes - 1); }

Summary swing(int N, const std::string& text, double h, double until = 10) {
  return whole_run(simulation_of("n-four-bar", text, h, until, {"N=" + std::to_string(N)}));
}

bool survives(const Summary& s) {
  return s.status == Status::ok && s.energy_max_change < 0.05 * std::abs(s.energy_initial);
}

class FourBars : public testing::TestWithParam<int> {};

TEST_P(FourBars, PassTheFlatPositionWithProjections) {
  for (const char* coordinates : {"natural", "joint"})
    for (int k = 0; k < step_sizes; ++k) {
      const std::string text = std::string(coordinates) + ":ali3(alpha=1e7)+trapezoidal+tangent";
      const Summary s = swing(GetParam(), text, step_size(k));
      EXPECT_TRUE(survives(s)) << text << " " << step_size(k) << " " << s.t_end << " s, "
                               << s.energy_max_change << " J";
    }
}

TEST_P(FourBars, FailWithoutThem) {
  for (int k = 0; k < step_sizes; ++k)
    EXPECT_FALSE(survives(swing(GetParam(), "natural:ali3(alpha=1e7)+trapezoidal", step_size(k))))
        << step_size(k);
}

INSTANTIATE_TEST_SUITE_P(Windows, FourBars, testing::Values(1, 2, 5));

// The regular branch has one degree of freedom: th'' = -g ((N+1)/2 + N) / ((N+1)/3 + N) cos th.
double angle_at(int N, double until) {
  const double k = 9.81 * (0.5 * (N + 1) + N) / ((N + 1) / 3.0 + N), h = 1e-5;
  double th = std::numbers::pi / 2, w = -1;
  for (int i = 0; i < std::lround(until / h); ++i) {  // the classical Runge-Kutta method
    const double a1 = -k * std::cos(th), w2 = w + h / 2 * a1;
    const double a2 = -k * std::cos(th + h / 2 * w), w3 = w + h / 2 * a2;
    const double a3 = -k * std::cos(th + h / 2 * w2), w4 = w + h * a3;
    const double a4 = -k * std::cos(th + h * w3);
    th += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return th;
}

TEST(FortyBars, EndWhereTheRegularBranchDoes) {
  const double th = angle_at(40, 10);
  for (const char* text : {"global+trapezoidal", "hybrid+trapezoidal"}) {
    const Summary s = swing(40, text, 1e-3);
    ASSERT_EQ(s.status, Status::ok) << text;
    EXPECT_NEAR(s.outputs[0], std::cos(th), 1e-3) << text;
    EXPECT_NEAR(s.outputs[1], std::sin(th), 1e-3) << text;
    std::printf("  %s: B0 %.2e %.2e off, |g| %.1e m, energy %.1e J at most, %.1e J at the end\n",
                text, s.outputs[0] - std::cos(th), s.outputs[1] - std::sin(th),
                s.max_drift.position, s.energy_max_change, s.energy_final - s.energy_initial);
  }
}

// The conserving form, which works between both ends of a step, needs no projection and keeps the
// energy.
TEST(ConservingBars, PassTheFlatPositionWithTheirEnergy) {
  for (const int N : {1, 2, 5, 40, 100}) {
    const Summary s = swing(N, "natural:conserving+midpoint", 1e-3);
    EXPECT_EQ(s.status, Status::ok) << N << " " << s.t_end << " s";
    EXPECT_LT(s.energy_max_change, 1e-6) << N;
    EXPECT_LT(s.max_drift.position, 1e-9) << N;
    EXPECT_EQ(s.counters.unconverged, 0) << N;
  }
}

}  // namespace
}  // namespace takt::test
