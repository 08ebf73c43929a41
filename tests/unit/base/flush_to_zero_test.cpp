#include "takt/base/flush_to_zero.hpp"

#include <gtest/gtest.h>

namespace takt::test {
namespace {

// Volatile: computed when the program runs, in the mode of that moment.
double half_of(double x) {
  volatile double y = x;
  y = y * 0.5;
  return y;
}

#if defined(__SSE2__)
TEST(FlushToZero, OnlyInItsScope) {
  constexpr double least_normal = 2.2250738585072014e-308, denormal = 5e-324;
  EXPECT_GT(half_of(least_normal), 0);
  {
    const FlushToZero outer;
    EXPECT_EQ(half_of(least_normal), 0);  // a result
    volatile double x = denormal;
    EXPECT_EQ(x * 1e300, 0);  // an operand
    { const FlushToZero inner; }
    EXPECT_EQ(half_of(least_normal), 0) << "the inner guard restored the mode of the outer one";
    EXPECT_EQ(half_of(1.0), 0.5);
  }
  EXPECT_GT(half_of(least_normal), 0);
}
#endif

}  // namespace
}  // namespace takt::test
