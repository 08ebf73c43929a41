// Saddle-point systems solved module by module, compared with the solution of the whole matrix.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "takt/linear/saddle.hpp"

namespace takt::linear {
namespace {

// Three modules of 5, 3 and 4 unknowns, two rows within the first, one within the last, and hooks of
// two rows between the first and the second, one between the second and the third. The pattern of A
// holds entries between the first two as well, which are zero.
struct MadeOfModules {
  std::vector<int> module{0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2};
  Patterned A, B, G;

  explicit MadeOfModules(bool symmetric) {
    std::vector<std::pair<int, int>> a, g;
    const int n = static_cast<int>(module.size());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (module[i] == module[j] || (i < 2 && j == 6) || (i == 6 && j < 2)) a.emplace_back(i, j);
    const std::vector<std::vector<int>> of_rows{{0}, {0, 1}, {2}, {0, 1}, {0}, {1, 2}};
    for (int r = 0; r < static_cast<int>(of_rows.size()); ++r)
      for (int m : of_rows[r])
        for (int j = 0; j < n; ++j)
          if (module[j] == m) g.emplace_back(r, j);
    const Index rows = static_cast<Index>(of_rows.size());
    A = Patterned(pattern_of(n, n, a));
    B = G = Patterned(pattern_of(rows, n, g));
    std::mt19937 rng(7);
    std::normal_distribution<double> normal;
    Matrix dense = Matrix::Zero(n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (module[i] == module[j]) dense(i, j) = 0.4 * normal(rng);
    if (symmetric) dense = (dense + dense.transpose()).eval();
    dense.diagonal().array() += 5;
    const Pattern& p = A.pattern();
    for (int j = 0; j < n; ++j)
      for (int k = p.col_start[j]; k < p.col_start[j + 1]; ++k) A.values()[k] = dense(p.row[k], j);
    for (Index k = 0; k < G.values().size(); ++k) G.values()[k] = normal(rng);
    B.values() = G.values();
    if (!symmetric)
      for (Index k = 0; k < B.values().size(); ++k) B.values()[k] += 0.1 * normal(rng);
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
};

class Modular : public testing::TestWithParam<bool> {};

TEST_P(Modular, SolvesAsTheWhole) {
  const bool symmetric = GetParam();
  MadeOfModules p(symmetric);
  const Index n = p.A.rows(), m = p.G.rows();
  Counters counters;
  const auto saddle = make_saddle(p.A.shared_pattern(), p.B.shared_pattern(), p.G.shared_pattern(),
                                  symmetric ? Symmetry::definite : Symmetry::general,
                                  Storage::automatic, counters, Rank::full, p.module);
  ASSERT_EQ(saddle->factorise(&p.A, symmetric ? p.G : p.B, p.G), Status::ok);
  Matrix whole = Matrix::Zero(n + m, n + m);
  whole.topLeftCorner(n, n) = p.A.to_matrix();
  whole.topRightCorner(n, m) = (symmetric ? p.G : p.B).to_matrix().transpose();
  whole.bottomLeftCorner(m, n) = p.G.to_matrix();
  const Vector b = Vector::LinSpaced(n, -1, 2), c = Vector::LinSpaced(m, 3, -1);
  Vector right(n + m);
  right << b, c;
  const Vector exact = whole.fullPivLu().solve(right);
  Vector x = b, y = c;
  saddle->solve(x, y);
  EXPECT_LT((x - exact.head(n)).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((y - exact.tail(m)).cwiseAbs().maxCoeff(), 1e-11);

  x = b;
  saddle->solve_upper(x);
  EXPECT_LT((p.A.to_matrix() * x - b).cwiseAbs().maxCoeff(), 1e-12);

  const Matrix S =
      p.G.to_matrix() * p.A.to_matrix().inverse() * (symmetric ? p.G : p.B).to_matrix().transpose();
  y = c;
  saddle->multipliers(y);
  EXPECT_LT((S * y - c).cwiseAbs().maxCoeff(), 1e-10);
  y = c;
  saddle->least_norm(y, x);
  EXPECT_LT((p.G.to_matrix() * x - c).cwiseAbs().maxCoeff(), 1e-10);
}

TEST_P(Modular, DoesNotReadBetweenModules) {
  MadeOfModules p(GetParam());
  Counters counters;
  const auto solved = [&] {
    const auto saddle =
        make_saddle(p.A.shared_pattern(), p.B.shared_pattern(), p.G.shared_pattern(),
                    Symmetry::general, Storage::automatic, counters, Rank::full, p.module);
    saddle->factorise(&p.A, p.B, p.G);
    Vector x = Vector::Ones(p.A.rows()), y = Vector::Ones(p.G.rows());
    saddle->solve(x, y);
    return x;
  };
  const Vector before = solved();
  const Pattern& a = p.A.pattern();
  for (int j = 0; j < 12; ++j)
    for (int k = a.col_start[MadeOfModules::at(j)]; k < a.col_start[MadeOfModules::at(j) + 1]; ++k)
      if (p.module[MadeOfModules::at(j)] !=
          p.module[MadeOfModules::at(a.row[MadeOfModules::at(k)])])
        p.A.values()[k] = 1e3;
  EXPECT_EQ(solved(), before);
}

TEST(ModularRows, OfOneHookAreHeldTwice) {  // redundant hooks: the least multipliers
  MadeOfModules p(true);
  std::vector<std::pair<int, int>> g;
  for (int r = 0; r < 2; ++r)
    for (int j : {0, 1, 5, 6}) g.emplace_back(r, j);
  Patterned G(pattern_of(2, 12, g));
  for (int j = 0; j < 4; ++j)
    for (int r = 0; r < 2; ++r) G.values()[2 * j + r] = 1 + j;
  Counters counters;
  const auto saddle =
      make_saddle(p.A.shared_pattern(), G.shared_pattern(), G.shared_pattern(), Symmetry::definite,
                  Storage::automatic, counters, Rank::full, p.module);
  ASSERT_EQ(saddle->factorise(&p.A, G, G), Status::ok);
  Vector x = Vector::Ones(12), y = Vector::Zero(2);
  saddle->solve(x, y);
  EXPECT_NEAR(y[0], y[1], 1e-6 * std::abs(y[0]));
  EXPECT_LT((G.to_matrix() * x).cwiseAbs().maxCoeff(), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Of, Modular, testing::Bool(),
                         [](const auto& of) { return of.param ? "Symmetric" : "General"; });

}  // namespace
}  // namespace takt::linear
