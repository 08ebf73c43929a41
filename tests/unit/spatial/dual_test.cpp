// Dual numbers compared with differences.
#include "takt/spatial/dual.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace takt {
namespace {

template <class T> T everything(const T& x, const T& y) {
  using std::abs, std::asin, std::atan, std::atan2, std::cos, std::exp, std::sin, std::sqrt,
      std::tan, std::tanh;
  T r = sin(x) * cos(y) + tan(x / 3) - atan(y) + atan2(y, x) * tanh(x - y);
  r += exp(-x) / (1 + y * y);
  r -= sqrt(x * x + 2) * abs(y - 1) + asin(x / 9);
  r *= 2 - x;
  r /= y + 3;
  const Triple<T> a{x, y, x * y}, b{y, 1.0, x};
  return -r + dot(cross(a, b), a + 2.0 * b) - (x < y ? x : y);
}

TEST(Dual, DerivativesAreExact) {
  using D = Dual<2>;
  for (double x = -2.05; x < 2; x += 0.3)
    for (double y = -1.9; y < 2; y += 0.3) {
      const D f = everything(D::variable(x, 0), D::variable(y, 1));
      constexpr double h = 1e-6;
      EXPECT_DOUBLE_EQ(f.v, everything(x, y));
      EXPECT_NEAR(f.d[0], (everything(x + h, y) - everything(x - h, y)) / (2 * h), 1e-7);
      EXPECT_NEAR(f.d[1], (everything(x, y + h) - everything(x, y - h)) / (2 * h), 1e-7);
    }
}

}  // namespace
}  // namespace takt
