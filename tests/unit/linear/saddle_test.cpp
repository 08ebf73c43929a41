// Dense, sparse and front-by-front saddle-point solvers, with regular and redundant rows, compared
// with Eigen's rank-revealing decompositions.
#include "takt/linear/saddle.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <random>

#include "takt/linear/entries.hpp"

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
  each_entry(p.A.pattern(), [&](int i, int j, int k) { p.A.values()[k] = dense(i, j); });
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
    const Index row = full ? k % 2 : masked.pattern().row[k];
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

// Some unknowns have no mass: A has zero rows and columns. G holds them, with redundant rows.
TEST_P(Saddles, SingularMassesAndRedundantRows) {
  const auto [storage, full] = GetParam();
  const int n = full ? 8 : 24, m = n / 2;
  for (bool definite : {true, false}) {
    Made p = make(n, m, true, true, full);
    each_entry(p.A.pattern(), [&](int i, int j, int k) {
      if (i % 4 == 1 || j % 4 == 1) p.A.values()[k] = 0;
    });
    Matrix rows(m + 2, n);
    rows << p.G.to_matrix(), p.G.to_matrix().row(0), p.G.to_matrix().row(1) * 2;
    std::vector<std::pair<int, int>> entries;
    for (int i = 0; i < m + 2; ++i)
      for (int j = 0; j < n; ++j)
        if (full || rows(i, j) != 0) entries.emplace_back(i, j);
    Patterned G(full ? full_pattern(m + 2, n) : pattern_of(m + 2, n, entries));
    each_entry(G.pattern(), [&](int i, int j, int k) { G.values()[k] = rows(i, j); });
    Matrix whole = Matrix::Zero(n + m + 2, n + m + 2);
    whole.topLeftCorner(n, n) = p.A.to_matrix();
    whole.topRightCorner(n, m + 2) = rows.transpose();
    whole.bottomLeftCorner(m + 2, n) = rows;
    Vector right(n + m + 2);
    right << Vector::LinSpaced(n, 1, 2), rows * Vector::LinSpaced(n, -1, 1);
    const Vector expected = Eigen::CompleteOrthogonalDecomposition<Matrix>(whole).solve(right);
    ASSERT_LT((whole * expected - right).norm(), 1e-10);

    Counters counters;
    const auto saddle = make_saddle(p.A.shared_pattern(), G.shared_pattern(), G.shared_pattern(),
                                    definite ? Symmetry::definite : Symmetry::general, storage,
                                    counters, Rank::deficient);
    for (int pass = 0; pass < 2; ++pass) {  // the second time refactorises
      ASSERT_EQ(saddle->factorise(&p.A, G, G), Status::ok);
      Vector x = right.head(n), y = right.tail(m + 2);
      saddle->solve(x, y);
      EXPECT_LT((x - expected.head(n)).norm(), 1e-8 * expected.head(n).norm());
      EXPECT_LT((y - expected.tail(m + 2)).norm(), 1e-6 * expected.norm());
    }
  }
}

TEST(SparseSaddle, FactorisesTheUpperBlockOnlyWhenItIsNeeded) {
  Made p = make(30, 10, true, true, false);
  Counters counters;
  const auto saddle = make_saddle(p.A.shared_pattern(), p.G.shared_pattern(), p.G.shared_pattern(),
                                  Symmetry::definite, Storage::sparse, counters);
  saddle->factorise(&p.A, p.G, p.G);
  EXPECT_EQ(counters.factorisations, 1);
  Vector x = Vector::Ones(30);
  saddle->solve_upper(x);
  saddle->solve_upper(x);
  EXPECT_EQ(counters.factorisations, 2);
  p.A.values() *= 2;
  saddle->factorise(&p.A, p.G, p.G);
  x.setOnes();
  saddle->solve_upper(x);
  EXPECT_LT((p.A.to_matrix() * x - Vector::Ones(30)).norm(), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Linear, Saddles,
                         testing::Combine(testing::Values(Storage::dense, Storage::sparse,
                                                          Storage::automatic),
                                          testing::Bool()));

}  // namespace
}  // namespace takt::linear
