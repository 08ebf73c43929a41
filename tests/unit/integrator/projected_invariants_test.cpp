// The projected invariants 004 (3.3) have index 2:
//
//   q' = v - G' eta,   v' = M^-1 (f - G' lambda),   0 = g(q)
//
// There the order of an implicit Runge-Kutta method is that of its stages plus one at most: the stages of
// Radau IIA have order 2, so that it keeps its order 3; those of diagonally implicit methods have order 1,
// so that they fall to order 2.                             Hairer, Wanner: Solving ODEs II, VII.4
// The stages are solved here by themselves, because no diagonally implicit method of takt takes residuals.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "takt/base/types.hpp"
#include "takt/integrator/tables/dirk_rows.hpp"

namespace takt::test::projected_invariants {
namespace {

using Vec2 = Eigen::Vector2d;
using Vec4 = Eigen::Vector4d;

// A pendulum of length 1: g = (q.q - 1)/2; lambda closes G v' + v.v = 0.
Vec4 rate(const Vec4& y, double eta) {
  const Vec2 q = y.head<2>(), v = y.tail<2>(), gravity(0, -9.81);
  const double lambda = (q.dot(gravity) + v.squaredNorm()) / q.squaredNorm();
  Vec4 dy;
  dy << v - eta * q, gravity - lambda * q;
  return dy;
}

double gap(const Vec4& y) { return 0.5 * (y.head<2>().squaredNorm() - 1); }

// One step with the table A, whose last row is that of the end. Unknowns: rate and eta of each stage.
Vec4 step(const Matrix& A, const Vec4& y, double h) {
  const Index s = A.rows();
  const auto stage = [&](const Vector& x, Index i) {
    Vec4 Y = y;
    for (Index j = 0; j < s; ++j) Y += h * A(i, j) * x.segment<4>(5 * j);
    return Y;
  };
  const auto rest = [&](const Vector& x) {
    Vector r(5 * s);
    for (Index i = 0; i < s; ++i) {
      const Vec4 Y = stage(x, i);
      r.segment<4>(5 * i) = x.segment<4>(5 * i) - rate(Y, x[5 * i + 4]);
      r[5 * i + 4] = gap(Y) / h;
    }
    return r;
  };
  Vector x = Vector::Zero(5 * s);
  for (Index i = 0; i < s; ++i) x.segment<4>(5 * i) = rate(y, 0);
  for (int pass = 0; pass < 8; ++pass) {
    Matrix J(5 * s, 5 * s);
    for (Index k = 0; k < x.size(); ++k) {
      constexpr double d = 1e-6;
      Vector up = x, down = x;
      up[k] += d;
      down[k] -= d;
      J.col(k) = (rest(up) - rest(down)) / (2 * d);
    }
    x -= J.partialPivLu().solve(rest(x));
  }
  EXPECT_LT(rest(x).norm(), 1e-9);
  return stage(x, s - 1);
}

Vec4 after(const Matrix& A, int steps) {
  constexpr double until = 0.5;
  Vec4 y(1, 0, 0, 0);
  for (int k = 0; k < steps; ++k) y = step(A, y, until / steps);
  EXPECT_LT(std::abs(gap(y)), 1e-12);
  return y;
}

Matrix table_of(const DirkRow& row) {
  Matrix A = Matrix::Zero(row.stages, row.stages);
  for (int i = 0; i < row.stages; ++i) {
    for (int j = 0; j < i; ++j)
      A(i, j) = row.a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    A(i, i) = row.gamma;
  }
  return A;
}

double order(const Matrix& A, const Vec4& exact) {
  const double coarse = (after(A, 40) - exact).norm(), fine = (after(A, 160) - exact).norm();
  return 0.5 * std::log2(coarse / fine);
}

TEST(ProjectedInvariants, DiagonallyImplicitMethodsFallToOrderTwo) {
  Matrix radau(2, 2);
  radau << 5.0 / 12, -1.0 / 12, 0.75, 0.25;
  const Vec4 exact = after(radau, 1280);
  EXPECT_NEAR(order(radau, exact), 3, 0.1);
  for (const char* name : {"alexander3", "hairer_wanner4"}) {
    const DirkRow row = dirk_row(name);
    EXPECT_NEAR(order(table_of(row), exact), 2, 0.15) << name;
  }
}

}  // namespace
}  // namespace takt::test::projected_invariants
