// LU with pivoting of saddle-point matrices: zeros on the diagonal, values that change.
#include "takt/linear/general_factor.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "takt/linear/entries.hpp"

namespace takt::linear {
namespace {

// [A B'; B 0] with a banded A.
SharedPattern saddle(int n, int m) {
  std::vector<std::pair<int, int>> e;
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 2); j <= std::min(n - 1, i + 2); ++j) e.emplace_back(i, j);
  for (int k = 0; k < m; ++k)
    for (int j = 3 * k; j < std::min(n, 3 * k + 4); ++j) {
      e.emplace_back(n + k, j);
      e.emplace_back(j, n + k);
    }
  return pattern_of(n + m, n + m, std::move(e));
}

void fill(Patterned& A, std::mt19937& random) {
  std::normal_distribution<double> normal;
  for (Index k = 0; k < A.values().size(); ++k) A.values()[k] = normal(random);
}

void expect_solves(GeneralFactor& f, const Patterned& A, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Vector x = Vector::NullaryExpr(A.cols(), [&](Index) { return normal(random); });
  const Vector b = x;
  ASSERT_EQ(f.factorise(A.values()), Status::ok);
  f.solve(x);
  const Matrix M = A.to_matrix();
  EXPECT_LT((M * x - b).norm(), 1e-9 * M.norm() * x.norm());
}

TEST(GeneralFactor, SparseAndDenseSaddles) {
  std::mt19937 random(7);
  for (const auto& [n, m] : {std::pair{6, 2}, {12, 4}, {60, 20}, {90, 12}}) {
    Patterned A(saddle(n, m));
    GeneralFactor f;
    f.analyse(A.pattern());
    EXPECT_EQ(f.is_sparse(), n + m > 16);
    for (int k = 0; k < 20; ++k) {
      fill(A, random);
      expect_solves(f, A, random);
    }
  }
}

TEST(GeneralFactor, OldPivotsThatVanishAreReplaced) {
  std::mt19937 random(3);
  Patterned A(saddle(60, 20));
  GeneralFactor f;
  f.analyse(A.pattern());
  fill(A, random);
  expect_solves(f, A, random);
  // Another matrix altogether: what was a large pivot is tiny now.
  for (Index k = 0; k < A.values().size(); ++k)
    A.values()[k] = std::abs(A.values()[k]) > 0.8 ? 1e-14 : A.values()[k] + 2;
  expect_solves(f, A, random);
}

TEST(GeneralFactor, SaysWhenAMatrixIsSingular) {
  GeneralFactor f;
  Patterned A(saddle(60, 20));
  f.analyse(A.pattern());
  EXPECT_EQ(f.factorise(A.values()), Status::singular);
}

TEST(GeneralFactor, TheSamePivotsGiveTheSameBits) {
  std::mt19937 random(11);
  Patterned A(saddle(60, 20)), B(A.shared_pattern());
  fill(A, random);
  for (Index k = 0; k < B.values().size(); ++k) B.values()[k] = 1.1 * A.values()[k] + 0.01;
  GeneralFactor one, other;
  one.analyse(A.pattern());
  other.analyse(A.pattern());
  ASSERT_EQ(one.factorise(A.values()), Status::ok);
  ASSERT_EQ(one.factorise(B.values()), Status::ok);
  ASSERT_FALSE(one.chose_pivots());
  ASSERT_EQ(other.choose_pivots(A.values()), Status::ok);
  ASSERT_EQ(other.factorise(B.values()), Status::ok);
  Vector x = Vector::Ones(80), y = x;
  one.solve(x);
  other.solve(y);
  EXPECT_TRUE(x == y);
}

// Like a residual form: [a 1, -1, 0; K, C, B'; 0, B, 0] of positions, velocities and multipliers.
SharedPattern second_order(int n, int m) {
  std::vector<std::pair<int, int>> e;
  for (int i = 0; i < n; ++i) {
    e.emplace_back(i, i);
    e.emplace_back(i, n + i);
    for (int j = std::max(0, i - 6); j <= std::min(n - 1, i + 6); ++j) {
      e.emplace_back(n + i, j);
      e.emplace_back(n + i, n + j);
    }
  }
  for (int k = 0; k < m; ++k)
    for (int j = 3 * k; j < std::min(n, 3 * k + 4); ++j) {
      e.emplace_back(2 * n + k, n + j);
      e.emplace_back(n + j, 2 * n + k);
    }
  return pattern_of(2 * n + m, 2 * n + m, std::move(e));
}

void set_kinematics(Patterned& A, int n, double alpha) {
  for (int i = 0; i < n; ++i) {
    A.values()[place_of(A.pattern(), i, i)] = alpha;
    A.values()[place_of(A.pattern(), i, n + i)] = -1;
  }
}

TEST(GeneralFactor, CondensesPositions) {
  std::mt19937 random(5);
  for (const auto& [n, m] : {std::pair{5, 0}, {12, 0}, {17, 3}, {30, 8}, {41, 11}}) {
    Patterned A(second_order(n, m));
    CondensedFactor condensed;
    EXPECT_TRUE(condensed.analyse(A.pattern()));
    GeneralFactor f;
    f.analyse(A.pattern());
    EXPECT_FALSE(f.is_sparse());
    for (const double alpha : {1e5, 20.0, 1.0, 1e-3, 0.0}) {  // the last two are no pivots
      if (alpha == 0 && m > 0) continue;                      // singular
      fill(A, random);
      set_kinematics(A, n, alpha);
      EXPECT_EQ(condensed.takes(A.values()), alpha > 0.1);
      expect_solves(f, A, random);
    }
  }
}

TEST(GeneralFactor, LargeSparseOnesAreNotCondensed) {
  GeneralFactor f;
  f.analyse(*second_order(400, 20));
  EXPECT_TRUE(f.is_sparse());
}

TEST(GeneralFactor, CondensedOnesRememberNothing) {
  std::mt19937 random(13);
  Patterned A(second_order(20, 4)), B(A.shared_pattern());
  for (Patterned* x : {&A, &B}) {
    fill(*x, random);
    set_kinematics(*x, 20, 50);
  }
  GeneralFactor one, other;
  one.analyse(A.pattern());
  other.analyse(A.pattern());
  ASSERT_EQ(one.factorise(A.values()), Status::ok);
  ASSERT_EQ(one.factorise(B.values()), Status::ok);
  ASSERT_EQ(other.factorise(B.values()), Status::ok);
  Vector x = Vector::Ones(44), y = x;
  one.solve(x);
  other.solve(y);
  EXPECT_TRUE(x == y);
  B.set_zero();
  set_kinematics(B, 20, 50);
  EXPECT_EQ(one.factorise(B.values()), Status::singular);
}

}  // namespace
}  // namespace takt::linear
