// 002 (Arnold, Fuchs, Fuehrer), section 3.2: steps that end at discontinuities.
#include <gtest/gtest.h>

#include <algorithm>

#include "apps/reproduce/paper_002/discontinuities.hpp"

namespace takt::reproduce::paper_002 {
namespace {

// The closed form: continuous, periodic, and a solution of z'' = -10 - 1e4 min(z, 0).
TEST(Paper002, BouncingMassIsASolution) {
  const double h = 1e-5;
  double lowest = 1, highest = 0;
  for (double t = 0.05; t < 2; t += 0.00137) {
    const double z = bouncing_mass(t);
    const double a = (bouncing_mass(t + h) - 2 * z + bouncing_mass(t - h)) / (h * h);
    EXPECT_NEAR(a, -10 - (z < 0 ? 1e4 * z : 0), 1) << t;
    lowest = std::min(lowest, z);
    highest = std::max(highest, z);
  }
  EXPECT_NEAR(0.5e4 * lowest * lowest + 10 * lowest, 10, 5e-2);  // energy, J
  EXPECT_NEAR(highest, 1, 1e-4);
}

}  // namespace
}  // namespace takt::reproduce::paper_002
