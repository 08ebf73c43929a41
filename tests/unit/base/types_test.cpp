#include "takt/base/types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "takt/base/aligned.hpp"

namespace takt::test {
namespace {

TEST(MaxNorm, ShowsEveryNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(max_norm(Vector()), 0);
  EXPECT_EQ(max_norm(Eigen::Vector3d(1, -4, 2)), 4);
  for (int k = 0; k < 3; ++k) {
    Vector x = Eigen::Vector3d(1, -4, 2);
    x[k] = nan;
    EXPECT_TRUE(std::isnan(max_norm(x))) << k;
  }
}

TEST(Status, EveryOneHasItsName) {
  EXPECT_EQ(to_string(Status::ok), "ok");
  EXPECT_EQ(to_string(Status::not_converged), "not_converged");
  EXPECT_EQ(to_string(Status::singular), "singular");
  EXPECT_EQ(to_string(Status::not_finite), "not_finite");
  EXPECT_EQ(to_string(Status::late), "late");
  EXPECT_EQ(to_string(Status::interrupted), "interrupted");
}

TEST(AlignedVector, BeginsWithACacheLine) {
  for (std::size_t n = 1; n < 50; ++n) {
    const AlignedVector<double> x(n, 1.0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % 64, 0u) << n;
  }
}

}  // namespace
}  // namespace takt::test
