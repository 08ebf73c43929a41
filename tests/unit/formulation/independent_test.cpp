// Independent coordinates: R spans the motions that the constraints leave free, in both bases, also
// with redundant rows; the reduced matrix, the dependent part and the multipliers compared with
// Eigen.
#include "takt/formulation/independent.hpp"

#include <gtest/gtest.h>

#include <random>

namespace takt::test {
namespace {

using Basis = Independent::Basis;

linear::Patterned patterned(const Matrix& A) {
  linear::Patterned P(linear::full_pattern(A.rows(), A.cols()));
  P.dense() = A;
  return P;
}

struct Sample {
  Matrix G, T;
  explicit Sample(unsigned seed, Index n = 7, Index rows = 3, bool redundant = false) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(-1, 1);
    G = Matrix::NullaryExpr(rows, n, [&] { return u(random); });
    T = Matrix::NullaryExpr(n, n, [&] { return u(random); }) + 4 * Matrix::Identity(n, n);
    if (redundant) G.row(rows - 1) = 2 * G.row(0) - G.row(1);
  }
};

class IndependentCoordinates : public testing::TestWithParam<Basis> {};

TEST_P(IndependentCoordinates, SpanTheFreeMotions) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const bool redundant = seed % 2 == 0;
    const Sample s(seed, 7, 4, redundant);
    Independent parts(linear::full_pattern(4, 7), nullptr, GetParam());
    const auto G = patterned(s.G);
    parts.count(G);
    ASSERT_EQ(parts.freedom(), redundant ? 4 : 3);
    ASSERT_EQ(parts.choose(G), Status::ok);
    Matrix R(7, parts.freedom());
    for (Index j = 0; j < parts.freedom(); ++j) {
      const Vector w = Vector::Unit(parts.freedom(), j);
      Vector x(7), back(7);
      parts.expand(w, x);
      R.col(j) = x;
      EXPECT_LT((s.G * x).norm(), 1e-12);  // R' G' = 0
      parts.independent_part(x, back);
      EXPECT_LT((back.head(parts.freedom()) - w).norm(), 1e-12);
    }
    if (GetParam() == Basis::tangent) {
      EXPECT_LT((R.transpose() * R - Matrix::Identity(R.cols(), R.cols())).norm(), 1e-12);
    }
    Vector x = s.T.col(0), w(7);
    parts.reduce(x, w);
    EXPECT_LT((w.head(R.cols()) - R.transpose() * x).norm(), 1e-12);
    Matrix reduced(R.cols(), R.cols());
    parts.reduce(s.T, reduced.data());
    EXPECT_LT((reduced - R.transpose() * s.T * R).norm(), 1e-11);
  }
}

// Rows that share no coordinate are groups of their own; one coordinate is touched by none.
TEST_P(IndependentCoordinates, KeepGroupsApart) {
  const Sample s(3);
  Matrix G = Matrix::Zero(3, 7);
  std::vector<std::pair<int, int>> entries;
  for (const auto& [i, j] :
       std::vector<std::pair<int, int>>{{0, 0}, {0, 2}, {0, 5}, {1, 1}, {1, 3}, {2, 3}, {2, 6}}) {
    G(i, j) = s.G(i, j) + 0.5;
    entries.emplace_back(i, j);
  }
  Independent parts(linear::full_pattern(3, 7), linear::pattern_of(3, 7, entries), GetParam());
  parts.count(patterned(G));
  ASSERT_EQ(parts.freedom(), 4);
  ASSERT_EQ(parts.choose(patterned(G)), Status::ok);
  Matrix R(7, 4);
  for (Index j = 0; j < 4; ++j) {
    Vector x(7);
    parts.expand(Vector::Unit(4, j), x);
    R.col(j) = x;
  }
  EXPECT_LT((G * R).norm(), 1e-12);
  EXPECT_EQ(R.row(4), Matrix(Vector::Unit(4, 3).transpose()).row(0));  // nobody holds it
  Matrix reduced(4, 4);
  parts.reduce(s.T, reduced.data());
  EXPECT_LT((reduced - R.transpose() * s.T * R).norm(), 1e-11);
}

// N and D stay through a step; R follows G.
TEST_P(IndependentCoordinates, FollowThePosition) {
  const Sample chosen(3), moved(4);
  const Matrix G = chosen.G + 0.2 * moved.G;
  Independent parts(linear::full_pattern(3, 7), nullptr, GetParam());
  parts.count(patterned(chosen.G));
  ASSERT_EQ(parts.choose(patterned(chosen.G)), Status::ok);
  ASSERT_EQ(parts.factorise(patterned(G)), Status::ok);
  for (Index j = 0; j < parts.freedom(); ++j) {
    const Vector w = Vector::Unit(parts.freedom(), j);
    Vector x(7), back(7);
    parts.expand(w, x);
    EXPECT_LT((G * x).norm(), 1e-12);
    parts.independent_part(x, back);
    EXPECT_LT((back.head(parts.freedom()) - w).norm(), 1e-12);
  }
}

TEST_P(IndependentCoordinates, CloseWithTheDependentOnes) {
  const Sample s(5);
  Independent parts(linear::full_pattern(3, 7), nullptr, GetParam());
  const auto G = patterned(s.G);
  parts.count(G);
  ASSERT_EQ(parts.choose(G), Status::ok);
  const Vector violation = Vector::LinSpaced(3, -1, 2);
  Vector dx(7), w(7);
  parts.dependent(violation, dx);
  EXPECT_LT((s.G * dx - violation).norm(), 1e-12);
  parts.independent_part(dx, w);
  EXPECT_LT(w.head(4).norm(), 1e-12);  // the independent ones stay
  Vector lambda(3);
  const Vector load = s.G.transpose() * violation;
  parts.multipliers(load, lambda);
  EXPECT_LT((lambda - violation).norm(), 1e-11);
}

TEST_P(IndependentCoordinates, GiveUpWhereRowsBecomeDependent) {
  Sample s(9);
  Independent parts(linear::full_pattern(3, 7), nullptr, GetParam());
  parts.count(patterned(s.G));
  s.G.row(2) = s.G.row(0) + 1e-8 * s.G.row(2);
  EXPECT_EQ(parts.choose(patterned(s.G)), Status::singular);
  s.G.row(2) = s.G.row(0);
  EXPECT_EQ(parts.choose(patterned(s.G)), Status::singular);
}

INSTANTIATE_TEST_SUITE_P(Bases, IndependentCoordinates,
                         testing::Values(Basis::partition, Basis::tangent), [](const auto& i) {
                           return i.param == Basis::partition ? "partition" : "tangent";
                         });

}  // namespace
}  // namespace takt::test
