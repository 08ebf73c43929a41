#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <random>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/schur_complement.hpp"
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
      A.values()[place_of(A.pattern(), static_cast<int>(j), static_cast<int>(j))] =
          10 + static_cast<double>(n);
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

TEST_P(Sizes, SparseSearchesPivots) {
  const Index n = GetParam();
  SparseFactor f(SparseFactor::Pivots::searched);
  f.analyse(*full_pattern(n, n));
  for (unsigned seed : {7U, 8U, 9U}) {
    Matrix A = random_matrix(n, seed);
    if (n > 1) A.diagonal().setZero();  // no pivot on the diagonal
    const Vector values = Eigen::Map<const Vector>(A.data(), A.size());
    const Vector b = Vector::LinSpaced(n, 1, 2);
    Vector x = b;
    ASSERT_EQ(f.factorise(values), Status::ok);
    f.solve(x);
    const Vector exact = A.fullPivLu().solve(b);
    EXPECT_LT((x - exact).norm(), 1e-9 * exact.norm()) << n;
  }
}

// Regular and with redundant rows: the least-norm solution.
TEST(SchurComplement, SolvesWithRedundantRows) {
  for (const auto symmetry : {Symmetry::definite, Symmetry::general})
    for (Index m : {1, 3, 9}) {
      Matrix G = random_matrix(m + 1, 11).leftCols(m);
      G.row(m) = 2 * G.row(0);
      Matrix middle = Matrix::Identity(m, m);
      if (symmetry == Symmetry::general) middle += 0.1 * random_matrix(m, 12);
      const Matrix S = G * middle * G.transpose();
      SchurComplement complement(m + 1, symmetry);
      complement.S() = S;
      ASSERT_EQ(complement.factorise(), Status::ok);
      const Vector r = S * Vector::LinSpaced(m + 1, 1, 2);
      Vector y = r;
      complement.solve(y);
      const Vector expected = Eigen::CompleteOrthogonalDecomposition<Matrix>(S).solve(r);
      EXPECT_LT((y - expected).norm(), 1e-7 * expected.norm()) << m;
      EXPECT_LT((S * y - r).norm(), 1e-10 * r.norm()) << m;
    }
}

TEST(Entries, AreVisitedInOrderAndFound) {
  for (const SharedPattern& p :
       {pattern_of(3, 4, {{2, 0}, {0, 0}, {1, 3}, {2, 3}}), full_pattern(3, 4)}) {
    int next = 0;
    Matrix places = Matrix::Constant(3, 4, -1);
    each_entry(*p, [&](int i, int j, int k) {
      EXPECT_EQ(k, next++);
      places(i, j) = k;
    });
    EXPECT_EQ(next, p->size());
    for (int j = 0; j < 4; ++j) {
      for (int i = 0; i < 3; ++i) EXPECT_EQ(place_of(*p, i, j), places(i, j));
      each_in_column(*p, j, [&](int i, int k) {
        EXPECT_EQ(places(i, j), k);
        places(i, j) = -1;
      });
    }
    EXPECT_EQ(places, Matrix::Constant(3, 4, -1));  // each column visits all of its entries
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
