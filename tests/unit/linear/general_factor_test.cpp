// LU with pivoting of saddle-like matrices: zeros on the diagonal, values that change.
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

}  // namespace
}  // namespace takt::linear
