// The projections of 004 (Ascher, Chin, Petzold, Reich 1994), (5.5) and (5.6), on masses of different
// scales: two problems of ours.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "apps/reproduce/paper_004/unequal_masses.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_004 {
namespace {

TEST(Paper004, LightCrankNeedsTheMetricI) {
  const CrankRun equal_M = crank("mass", 1, 10e-3), equal_I = crank("identity", 1, 10e-3);
  EXPECT_DOUBLE_EQ(equal_M.drift, equal_I.drift);  // M = I
  const CrankRun light_M = crank("mass", 1e-4, 10e-3), light_I = crank("identity", 1e-4, 10e-3);
  EXPECT_GT(light_M.drift, 10 * equal_M.drift);
  EXPECT_LT(light_I.drift, 2 * equal_I.drift);
  EXPECT_LT(light_I.error, light_M.error);
}

// While the motor holds the speed, the angle is c0 + w t: the reference is checked by itself.
TEST(Paper004, LightCrankTurnsWithItsMotor) {
  const Summary s = simulate(
      {"light-crank", "ggl+bdf(rtol=1e-8,atol=1e-9)", 1e-4, 10, {{"J", 1e-4}, {"D", 1e4}}});
  ASSERT_EQ(s.status, Status::ok);
  EXPECT_NEAR(s.final_state.q[1], 0.5 + 10, 1e-3);
  EXPECT_NEAR(s.final_state.q[0], std::cos(10.5), 1e-3);
}

TEST(Paper004, FreeFlightNeedsTheMetricM) {
  const FlightRun equal = flight("identity", 1), unequal = flight("identity", 100);
  EXPECT_LT(equal.momentum, 1e-12);  // M = I
  EXPECT_GT(unequal.momentum, 1e-6);
  EXPECT_LT(flight("mass", 100).momentum, 1e-12);
}

// What the exact motion keeps: the centre of mass, the angular momentum, the energy.
TEST(Paper004, FlyingChainKeepsWhatItMust) {
  const std::map<std::string, double> set = {{"m1", 10}, {"m2", 2}, {"l", 2}, {"w", 1.5}};
  Trace trace;
  const Summary s =
      simulate({"flying-chain", "index1+dopri5(rtol=1e-12)+s_both2(metric=mass)", 1e-3, 5, set},
               {.every = 0.1, .trace = &trace});
  ASSERT_EQ(s.status, Status::ok);
  const double m[] = {10, 2, 1};
  const auto kept = [&](const Vector& q, const Vector& v) {
    std::array<double, 3> x{};  // place of the centre along y, angular momentum, energy
    for (int i = 0; i < 3; ++i) {
      x[0] += m[i] * q[2 * i + 1];
      x[1] += m[i] * (q[2 * i] * v[2 * i + 1] - q[2 * i + 1] * v[2 * i]);
      x[2] += m[i] * v.segment(2 * i, 2).squaredNorm() / 2;
    }
    return x;
  };
  const auto first = kept(trace.q.front(), trace.v.front());
  for (std::size_t k = 0; k < trace.t.size(); ++k)
    for (std::size_t i = 0; i < first.size(); ++i)
      EXPECT_NEAR(kept(trace.q[k], trace.v[k])[i], first[i], 1e-8) << trace.t[k] << " " << i;
  EXPECT_GT((trace.q.back() - trace.q.front()).norm(), 1);  // it does move
}

}  // namespace
}  // namespace takt::reproduce::paper_004
