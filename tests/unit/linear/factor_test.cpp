#include <gtest/gtest.h>

#include <random>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/sparse_factor.hpp"

namespace takt::linear {
namespace {

Matrix random_matrix(Index n, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<double> normal;
  Matrix A(n, n);
  for (Index i = 0; i < A.size(); ++i) A.data()[i] = normal(rng);
  return A;
}

class Sizes : public testing::TestWithParam<int> {};

TEST_P(Sizes, SymmetricDefinite) {
  const Index n = GetParam();
  const Matrix R = random_matrix(n, 1);
  const Matrix A = R * R.transpose() + Matrix::Identity(n, n);
  DenseFactor f;
  f.analyse(n, DenseFactor::Kind::ldlt);
  Eigen::Map<Matrix>(f.values(), n, n) = A;
  ASSERT_EQ(f.factorise(), Status::ok);
  const Matrix B = random_matrix(n, 2);
  Matrix X = B;
  f.solve(X.data(), n);
  EXPECT_LT((A * X - B).norm(), 1e-12 * A.norm() * X.norm());
}

TEST_P(Sizes, GeneralWithPivoting) {
  const Index n = GetParam();
  Matrix A = random_matrix(n, 3);
  A(0, 0) = 0;  // elimination without row exchanges would fail
  if (n == 1) A(0, 0) = -2;
  DenseFactor f;
  f.analyse(n, DenseFactor::Kind::lu);
  Eigen::Map<Matrix>(f.values(), n, n) = A;
  ASSERT_EQ(f.factorise(), Status::ok);
  const Matrix B = random_matrix(n, 4);
  Matrix X = B;
  f.solve(X.data(), n);
  EXPECT_LT((A * X - B).norm(), 1e-11 * A.norm() * X.norm());
}

TEST_P(Sizes, SparseAgreesAndRefactorises) {
  const Index n = GetParam();
  std::mt19937 rng(5);
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i);
    entries.emplace_back(i, static_cast<int>(rng() % static_cast<unsigned>(n)));
  }
  Patterned A(pattern_of(n, n, entries));
  SparseFactor f(SparseFactor::Pivots::diagonal);
  f.analyse(A.pattern());
  for (unsigned pass = 0; pass < 3; ++pass) {
    std::normal_distribution<double> normal;
    for (Index k = 0; k < A.values().size(); ++k) A.values()[k] = normal(rng);
    for (Index j = 0; j < n; ++j)  // diagonally dominant, so that the frozen pivots stay good
      for (int k = A.pattern().col_start[static_cast<std::size_t>(j)];
           k < A.pattern().col_start[static_cast<std::size_t>(j) + 1]; ++k)
        if (A.pattern().row[static_cast<std::size_t>(k)] == j)
          A.values()[k] = 10 + static_cast<double>(n);
    ASSERT_EQ(f.factorise(A.values()), Status::ok);
    const Vector b = Vector::LinSpaced(n, 1, 2);
    Vector x = b;
    f.solve(x);
    EXPECT_LT((A.to_matrix() * x - b).norm(), 1e-12 * b.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Linear, Sizes, testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17, 40));

TEST(DenseFactor, SaysSingular) {
  for (auto kind : {DenseFactor::Kind::ldlt, DenseFactor::Kind::lu})
    for (Index n : {3, 12}) {
      DenseFactor f;
      f.analyse(n, kind);
      Eigen::Map<Matrix>(f.values(), n, n).setZero();
      EXPECT_EQ(f.factorise(), Status::singular);
    }
}

TEST(Patterned, ProductsAndSums) {
  Patterned A(pattern_of(3, 2, {{0, 0}, {2, 1}, {1, 0}})), B(full_pattern(3, 2));
  A.values() << 1, 2, 3;
  B.dense() << 1, 2, 3, 4, 5, 6;
  const Matrix a = A.to_matrix(), b = B.to_matrix();
  EXPECT_EQ(a(1, 0), 2);
  EXPECT_EQ(a(2, 1), 3);
  Vector x = Vector::LinSpaced(2, 1, 2), y = Vector::Ones(3), z = Vector::LinSpaced(3, 1, 3);
  A.multiply_add(2, x, y);
  EXPECT_TRUE(y.isApprox(Vector::Ones(3) + 2 * a * x));
  Vector w = Vector::Zero(2);
  A.multiply_transposed_add(-1, z, w);
  EXPECT_TRUE(w.isApprox(-a.transpose() * z));
  const PatternedSum sum({A.shared_pattern(), B.shared_pattern()});
  Patterned S(sum.pattern());
  sum.set(0, A, S);
  sum.add(1, -3, B, S);
  EXPECT_TRUE(S.to_matrix().isApprox(a - 3 * b));
  const PatternedSum sparse({A.shared_pattern(), pattern_of(3, 2, {{0, 1}}), empty_pattern(3, 2)});
  EXPECT_FALSE(sparse.pattern()->full);
  Patterned T(sparse.pattern()), one(pattern_of(3, 2, {{0, 1}})), nothing(empty_pattern(3, 2));
  one.values() << 5;
  sparse.set(0, A, T);
  sparse.add(1, 2, one, T);
  sparse.add(2, 7, nothing, T);
  EXPECT_TRUE(T.to_matrix().isApprox(a + 2 * one.to_matrix()));
}

}  // namespace
}  // namespace takt::linear
