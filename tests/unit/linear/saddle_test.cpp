// Dense, sparse and front-by-front saddle-point solvers, with regular and redundant rows, compared
// with Eigen's rank-revealing decompositions.
#include "takt/linear/saddle.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <random>

namespace takt::linear {
namespace {

struct Made {
  Patterned A, B, G;
};

// A diagonally dominant and symmetric, or not; B = G, or another matrix with the same pattern.
Made make(Index n, Index m, bool symmetric, bool same, bool full) {
  std::mt19937 rng(static_cast<unsigned>(100 * n + m));
  std::normal_distribution<double> normal;
  std::vector<std::pair<int, int>> a, g;
  for (int i = 0; i < n; ++i) {
    a.emplace_back(i, i);
    if (i + 1 < n) {
      a.emplace_back(i, i + 1);
      a.emplace_back(i + 1, i);
    }
  }
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 3; ++k) g.emplace_back(i, (2 * i + k) % static_cast<int>(n));
  Made p{Patterned(full ? full_pattern(n, n) : pattern_of(n, n, a)),
         Patterned(full ? full_pattern(m, n) : pattern_of(m, n, g)),
         Patterned(full ? full_pattern(m, n) : pattern_of(m, n, g))};
  for (Index k = 0; k < p.A.values().size(); ++k) p.A.values()[k] = 0.3 * normal(rng);
  for (Index k = 0; k < p.G.values().size(); ++k) p.G.values()[k] = normal(rng);
  p.B.values() = p.G.values();
  if (!same)
    for (Index k = 0; k < p.B.values().size(); ++k) p.B.values()[k] += 0.1 * normal(rng);
  Matrix dense = p.A.to_matrix();
  if (symmetric) dense = (dense + dense.transpose()).eval();
  dense.diagonal().array() += 4 + 0.3 * static_cast<double>(n);
  const Pattern& pattern = p.A.pattern();
  for (Index j = 0, k = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      if (pattern.full) {
        p.A.values()[k++] = dense(i, j);
        continue;
      }
      for (int e = pattern.col_start[static_cast<std::size_t>(j)];
           e < pattern.col_start[static_cast<std::size_t>(j) + 1]; ++e)
        if (pattern.row[static_cast<std::size_t>(e)] == i) p.A.values()[e] = dense(i, j);
    }
  return p;
}

class Saddles : public testing::TestWithParam<std::tuple<Storage, bool>> {};

TEST_P(Saddles, SolvesRegularSystems) {
  const auto [storage, full] = GetParam();
  for (const auto& [n, m] :
       {std::pair<Index, Index>{4, 2}, {9, 3}, {30, 10}, {7, 0}, {40, 3}, {24, 0}})
    for (bool symmetric : {true, false}) {
      Counters counters;
      Made p = make(n, m, symmetric, symmetric, full);
      const auto saddle =
          make_saddle(p.A.shared_pattern(), p.B.shared_pattern(), p.G.shared_pattern(),
                      symmetric ? Symmetry::definite : Symmetry::general, storage, counters);
      const Patterned& B = symmetric ? p.G : p.B;
      for (int pass = 0; pass < 2; ++pass) {  // the second time refactorises
        ASSERT_EQ(saddle->factorise(&p.A, B, p.G), Status::ok);
        const Vector b = Vector::LinSpaced(n, -1, 2), c = Vector::LinSpaced(m, 1, 3);
        Vector x = b, y = c;
        saddle->solve(x, y);
        EXPECT_LT((p.A.to_matrix() * x + B.to_matrix().transpose() * y - b).norm(), 1e-10);
        EXPECT_LT((p.G.to_matrix() * x - c).norm(), 1e-10);
        Vector u = b;
        saddle->solve_upper(u);
        EXPECT_LT((p.A.to_matrix() * u - b).norm(), 1e-11);
        Vector w(n), k = c;
        saddle->least_norm(k, w);
        EXPECT_LT((p.G.to_matrix() * w - c).norm(), 1e-10);
        EXPECT_LT((p.A.to_matrix() * w - B.to_matrix().transpose() * k).norm(), 1e-10);
        p.A.values() *= 1.5;
      }
      EXPECT_EQ(counters.factorisations, m > 0 ? 4 : 2);
    }
}

TEST_P(Saddles, RedundantRowsGiveTheLeastNorm) {
  const auto [storage, full] = GetParam();
  const Index n = full ? 6 : 20, m = 2;
  Made p = make(n, m, true, true, full);
  Matrix G(m + 2, n);
  G.topRows(m) = p.G.to_matrix();
  G.row(m) = G.row(0);                     // twice
  G.row(m + 1) = 2 * G.row(1) - G.row(0);  // a combination
  Patterned rows(full_pattern(m + 2, n));
  rows.dense() = G;
  Counters counters;
  const auto saddle = make_saddle(p.A.shared_pattern(), rows.shared_pattern(),
                                  rows.shared_pattern(), Symmetry::definite, storage, counters);
  ASSERT_EQ(saddle->factorise(&p.A, rows, rows), Status::ok);
  const Vector b = Vector::LinSpaced(n, 1, 2), c = G * Vector::LinSpaced(n, -1, 1);
  Vector x = b, y = c;
  saddle->solve(x, y);
  EXPECT_LT((G * x - c).norm(), 1e-9);
  const Matrix A = p.A.to_matrix();
  const Matrix S = G * A.inverse() * G.transpose();
  const Vector expected =
      Eigen::CompleteOrthogonalDecomposition<Matrix>(S).solve(G * (A.inverse() * b) - c);
  EXPECT_LT((y - expected).norm(), 1e-7 * expected.norm());
  EXPECT_LT((A * x + G.transpose() * y - b).norm(), 1e-9);
}

TEST_P(Saddles, IdentityMetricAndRowsWithoutEntries) {
  const auto [storage, full] = GetParam();
  Made p = make(5, 2, true, true, full);
  Counters counters;
  const auto saddle = make_saddle(nullptr, p.G.shared_pattern(), p.G.shared_pattern(),
                                  Symmetry::definite, storage, counters);
  Patterned masked = p.G;
  for (Index k = 0; k < masked.values().size(); ++k) {
    const Index row = full ? k % 2 : masked.pattern().row[static_cast<std::size_t>(k)];
    if (row == 1) masked.values()[k] = 0;
  }
  ASSERT_EQ(saddle->factorise(nullptr, masked, masked), Status::ok);
  Vector c(2), x(5);
  c << 1, 0;
  saddle->least_norm(c, x);
  const Vector g = p.G.to_matrix().row(0);
  EXPECT_LT((x - g / g.squaredNorm()).norm(), 1e-12);
  EXPECT_EQ(c[1], 0);
}

INSTANTIATE_TEST_SUITE_P(Linear, Saddles,
                         testing::Combine(testing::Values(Storage::dense, Storage::sparse,
                                                          Storage::automatic),
                                          testing::Bool()));

}  // namespace
}  // namespace takt::linear
