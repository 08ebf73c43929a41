// Tangents of several structures compared with Eigen's dense solutions.
#include "takt/linear/tangent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <functional>
#include <limits>
#include <random>

namespace takt::linear {
namespace {

using Entries = std::vector<std::pair<int, int>>;

void couple(Entries& e, int from, int to) {  // all of [from, to) with each other
  for (int i = from; i < to; ++i)
    for (int j = from; j < to; ++j) e.emplace_back(i, j);
}

struct Structure {
  int n = 0, m = 0;
  Entries A, G;  // of all parts together, of the rows
};

Structure arrow(int branches, int length) {  // a chassis and branches that know it only
  Structure s{6 + branches * length, 2 * branches + 1, {}, {}};
  couple(s.A, 0, 6);
  for (int b = 0; b < branches; ++b) {
    const int first = 6 + b * length;
    couple(s.A, first, first + length);
    for (int i = first; i < first + length; ++i)
      for (int j = 0; j < 6; ++j) {
        s.A.emplace_back(i, j);
        s.A.emplace_back(j, i);
      }
    for (int r = 0; r < 2; ++r)
      for (int k = 0; k < 3; ++k) s.G.emplace_back(2 * b + r, first + (r + k) % length);
  }
  for (int j : {0, 6, 6 + length}) s.G.emplace_back(2 * branches, j % s.n);
  return s;
}

Structure chain(int loops) {  // four unknowns a loop, two rows
  Structure s{4 * loops, 2 * loops, {}, {}};
  for (int k = 0; k < loops; ++k) {
    couple(s.A, 4 * k, 4 * k + 4);
    for (int r = 0; r < 2; ++r)
      for (int j = 0; j < 6; ++j)
        if (4 * k + j < s.n) s.G.emplace_back(2 * k + r, 4 * k + j);
  }
  return s;
}

Structure full(int n) {
  Structure s{n, n / 2, {}, {}};
  couple(s.A, 0, n);
  for (int i = 0; i < s.m; ++i)
    for (int j = 0; j < n; ++j) s.G.emplace_back(i, j);
  return s;
}

Structure natural(int bodies) {  // points and vectors: blocks of 12, rows inside and between them
  Structure s{12 * bodies, 8 * bodies, {}, {}};
  std::mt19937 rng(3);
  for (int b = 0; b < bodies; ++b) {
    couple(s.A, 12 * b, 12 * b + 12);
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < 6; ++k)
        s.G.emplace_back(8 * b + r, 12 * b + 3 * static_cast<int>(rng() % 4) + k % 3);
    const int other = b == 0 ? 0 : static_cast<int>(rng() % static_cast<unsigned>(b));
    for (int r = 6; r < 8; ++r)
      for (int k = 0; k < 3; ++k) {
        s.G.emplace_back(8 * b + r, 12 * b + k);
        s.G.emplace_back(8 * b + r, 12 * other + 3 + k);
      }
  }
  return s;
}

Structure scattered(int n) {  // anything
  Structure s{n, n / 4, {}, {}};
  std::mt19937 rng(static_cast<unsigned>(n));
  for (int i = 0; i < n; ++i) s.A.emplace_back(i, i);
  for (int k = 0; k < n; ++k)
    s.A.emplace_back(static_cast<int>(rng() % static_cast<unsigned>(n)),
                     static_cast<int>(rng() % static_cast<unsigned>(n)));
  for (int i = 0; i < s.m; ++i)
    for (int k = 0; k < 3; ++k)
      s.G.emplace_back(i, static_cast<int>(rng() % static_cast<unsigned>(n)));
  return s;
}

struct Case {
  const char* name;
  Structure structure;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all{{"one", full(1)},
                                     {"two", full(2)},
                                     {"six", full(6)},
                                     {"nine", full(9)},
                                     {"full", full(32)},
                                     {"wide", full(75)},
                                     {"vehicle", arrow(4, 4)},
                                     {"long_arrow", arrow(3, 7)},
                                     {"chain", chain(40)},
                                     {"natural", natural(12)},
                                     {"scattered", scattered(60)},
                                     {"loose", scattered(17)}};
  return all;
}

class Problem {  // with values, whose symmetric part is definite
 public:
  Patterned M, C, K, G, H;
  Vector w;
  Counters counters;

  Problem(const Structure& s, bool full_storage, unsigned seed = 1)
      : M(pattern(s, full_storage)), C(M), K(M), G(rows(s, full_storage)), H(G), w(s.m),
        rng_(seed) {
    fill(M, s.A, 0.1);
    fill(C, s.A, 0.1);
    fill(K, s.A, 0.1);
    fill(G, s.G, 1);
    fill(H, s.G, 1);
    for (int i = 0; i < s.m; ++i) w[i] = 0.5 + std::abs(normal_(rng_));
    for (int i = 0; i < s.n; ++i) {
      double sum = 1;
      for (const Patterned* A : {&M, &C, &K}) {
        const Matrix dense = A->to_matrix();
        sum += dense.row(i).cwiseAbs().sum() + dense.col(i).cwiseAbs().sum();
      }
      entry(M, i, i) += sum;
    }
  }

  static double& entry(Patterned& A, int i, int j) {
    if (A.pattern().full) return A.dense()(i, j);
    const Pattern& p = A.pattern();
    for (int k = p.col_start[static_cast<std::size_t>(j)];; ++k)
      if (p.row[static_cast<std::size_t>(k)] == i) return A.values()[k];
  }
  Vector right_side() {
    Vector b(M.cols());
    for (Index i = 0; i < b.size(); ++i) b[i] = normal_(rng_);
    return b;
  }
  Tangent tangent(const Structure& s, Storage storage) {
    const bool stored_full = M.pattern().full;
    return Tangent({M.shared_pattern(), C.shared_pattern(), K.shared_pattern()},
                   stored_full ? pattern_of(s.n, s.n, s.A) : nullptr, G.shared_pattern(),
                   stored_full ? pattern_of(s.m, s.n, s.G) : nullptr, storage, counters);
  }

 private:
  static SharedPattern pattern(const Structure& s, bool full_storage) {
    return full_storage ? full_pattern(s.n, s.n) : pattern_of(s.n, s.n, s.A);
  }
  static SharedPattern rows(const Structure& s, bool full_storage) {
    return full_storage ? full_pattern(s.m, s.n) : pattern_of(s.m, s.n, s.G);
  }
  void fill(Patterned& A, const Entries& entries, double size) {
    for (const auto& [i, j] : entries) entry(A, i, j) = size * normal_(rng_);
  }

  std::mt19937 rng_;
  std::normal_distribution<double> normal_;
};

double error(const Vector& x, const Vector& expected) {
  return (x - expected).norm() / expected.norm();
}

class Tangents : public testing::TestWithParam<std::tuple<Storage, bool>> {};

TEST_P(Tangents, SolveWhatTheyMultiply) {
  const auto [storage, stored_full] = GetParam();
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Structure& s = c.structure;
    Problem p(s, stored_full);
    Tangent T = p.tangent(s, storage);
    for (double h : {0.5, 0.01}) {  // the second time over the first
      T.set_zero();
      T.add(0, 1, p.M);
      T.add(1, h, p.C);
      T.add(2, h * h, p.K);
      T.add_gram(2, p.w, p.G);
      const Matrix G = p.G.to_matrix();
      const Matrix expected = p.M.to_matrix() + h * p.C.to_matrix() + h * h * p.K.to_matrix() +
                              2 * G.transpose() * p.w.asDiagonal() * G;
      const Vector b = p.right_side();
      Vector y = b;
      T.multiply_add(-0.5, b, y);
      EXPECT_LT(error(y, b - 0.5 * expected * b), 1e-14);
      ASSERT_EQ(T.factorise(), Status::ok);
      Vector x = b;
      T.solve(x);
      EXPECT_LT(error(x, expected.partialPivLu().solve(b)), 1e-12);
      y.setZero();
      T.multiply_add(1, x, y);  // T is as it was
      EXPECT_LT(error(y, b), 1e-12);
    }
    EXPECT_EQ(p.counters.factorisations, 2);
    EXPECT_EQ(p.counters.solves, 2);
  }
}

TEST_P(Tangents, TakeProductsOfTwoMatrices) {
  const auto [storage, stored_full] = GetParam();
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Structure& s = c.structure;
    Problem p(s, stored_full);
    Tangent T = p.tangent(s, storage);
    T.set_zero();
    T.add(0, 1, p.M);
    T.add_gram(1, p.w, p.G);
    T.add_product(0.05, p.w, p.G, p.H);
    const Matrix G = p.G.to_matrix(), H = p.H.to_matrix();
    const Matrix expected = p.M.to_matrix() + G.transpose() * p.w.asDiagonal() * (G + 0.05 * H);
    const Vector b = p.right_side();
    Vector x = b, y = Vector::Zero(s.n);
    T.multiply_add(1, b, y);
    EXPECT_LT(error(y, expected * b), 1e-14);
    ASSERT_EQ(T.factorise(), Status::ok);
    T.solve(x);
    EXPECT_LT(error(x, expected.partialPivLu().solve(b)), 1e-12);
  }
}

// Penalties many orders above the rest, and rows that say the same twice.
TEST_P(Tangents, StayAccurateWithLargePenalties) {
  const auto [storage, stored_full] = GetParam();
  for (const Case& c : cases())
    for (double penalty : {1e6, 1e9, 1e12}) {
      Structure s = c.structure;
      if (s.m == 0) continue;
      SCOPED_TRACE(testing::Message() << c.name << " " << penalty);
      const Entries rows = s.G;
      for (const auto& [i, j] : rows) s.G.emplace_back(s.m + i, j);
      s.m *= 2;
      double ours = 0, others = 0;
      for (unsigned seed = 1; seed <= 4; ++seed) {
        Problem p(s, stored_full, seed);
        for (const auto& [i, j] : rows)
          Problem::entry(p.G, s.m / 2 + i, j) = Problem::entry(p.G, i, j);
        Tangent T = p.tangent(s, storage);
        T.set_zero();
        T.add(0, 1, p.M);
        T.add(1, 0.1, p.C);
        T.add_gram(penalty, p.w, p.G);
        Matrix summed = Matrix::Zero(s.n, s.n);  // the same bits
        for (int j = 0; j < s.n; ++j) {
          Vector column = Vector::Zero(s.n);
          T.multiply_add(1, Vector::Unit(s.n, j), column);
          summed.col(j) = column;
        }
        const Vector b = p.right_side();
        Vector x = b;
        ASSERT_EQ(T.factorise(), Status::ok);
        T.solve(x);
        using Exact = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
        const Exact exact = summed.cast<long double>().partialPivLu().solve(b.cast<long double>());
        const Vector expected = exact.cast<double>();
        ours += error(x, expected);
        others += error(summed.partialPivLu().solve(b), expected);
      }
      EXPECT_LT(ours, 10 * others + 1e-14);
    }
}

TEST_P(Tangents, SaySingular) {
  const auto [storage, stored_full] = GetParam();
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Structure& s = c.structure;
    Problem p(s, stored_full);
    Tangent T = p.tangent(s, storage);
    T.set_zero();
    EXPECT_EQ(T.factorise(), Status::singular);
    T.add(0, 1, p.M);
    EXPECT_EQ(T.factorise(), Status::ok);
    for (double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      Patterned M = p.M;
      Problem::entry(M, s.n / 2, s.n / 2) = bad;
      T.set_zero();
      T.add(0, 1, M);
      EXPECT_EQ(T.factorise(), Status::singular);
    }
    Patterned M = p.M;  // an unknown that nothing knows
    for (int i = 0; i < s.n; ++i) {
      for (const auto& [row, column] : s.A)
        if (row == s.n / 2 || column == s.n / 2) Problem::entry(M, row, column) = 0;
    }
    T.set_zero();
    T.add(0, 1, M);
    EXPECT_EQ(T.factorise(), Status::singular);
    T.set_zero();  // and well again
    T.add(0, 1, p.M);
    EXPECT_EQ(T.factorise(), Status::ok);
  }
}

TEST_P(Tangents, RepeatTheirBits) {
  const auto [storage, stored_full] = GetParam();
  for (const Case& c : cases()) {
    Problem p(c.structure, stored_full);
    Tangent first = p.tangent(c.structure, storage), second = p.tangent(c.structure, storage);
    const Vector b = p.right_side();
    Vector x = b, y = b;
    for (auto& [T, z] : {std::pair<Tangent&, Vector&>{first, x}, {second, y}}) {
      T.set_zero();
      T.add(0, 1, p.M);
      T.add_gram(1e3, p.w, p.G);
      ASSERT_EQ(T.factorise(), Status::ok);
      T.solve(z);
    }
    EXPECT_EQ(x, y) << c.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Tangents,
                         testing::Combine(testing::Values(Storage::automatic, Storage::dense,
                                                          Storage::sparse),
                                          testing::Bool()));

TEST(Tangent, CountsWhatTheStructureSaysOnly) {
  const Structure s = arrow(4, 4);
  Problem p(s, true);
  Patterned M = p.M;
  const Matrix inside = pattern_of(s.n, s.n, s.A)->full ? Matrix() : p.M.to_matrix();
  for (Index k = 0; k < M.values().size(); ++k)
    if (M.values()[k] == 0) M.values()[k] = 7;
  Tangent T = p.tangent(s, Storage::automatic);
  T.set_zero();
  T.add(0, 1, M);
  ASSERT_EQ(T.factorise(), Status::ok);
  const Vector b = p.right_side();
  Vector x = b;
  T.solve(x);
  EXPECT_LT(error(x, inside.partialPivLu().solve(b)), 1e-13);
}

TEST(Tangent, PartsMayHavePatternsOfTheirOwn) {
  const Index n = 5;
  Patterned diagonal(diagonal_pattern(n)), corner(pattern_of(n, n, {{0, 4}})),
      all(full_pattern(n, n));
  diagonal.values().setConstant(3);
  corner.values().setConstant(-1);
  all.dense().setConstant(0.1);
  Counters counters;
  const SharedPattern none = empty_pattern(0, n);
  Tangent T({diagonal.shared_pattern(), corner.shared_pattern()}, nullptr, none, nullptr,
            Storage::automatic, counters);
  T.set_zero();
  T.add(0, 2, diagonal);
  T.add(1, 1, corner);
  T.add_gram(1, Vector(0), Patterned(none));
  ASSERT_EQ(T.factorise(), Status::ok);
  Vector x = Vector::LinSpaced(n, 1, 5), b = x;
  T.solve(x);
  EXPECT_LT(error(x, (2 * diagonal.to_matrix() + corner.to_matrix()).partialPivLu().solve(b)),
            1e-15);

  Tangent mixed({diagonal.shared_pattern(), all.shared_pattern()}, nullptr, none, nullptr,
                Storage::automatic, counters);
  mixed.set_zero();
  mixed.add(0, 1, diagonal);
  mixed.add(1, 1, all);
  ASSERT_EQ(mixed.factorise(), Status::ok);
  x = b;
  mixed.solve(x);
  EXPECT_LT(error(x, (diagonal.to_matrix() + all.to_matrix()).partialPivLu().solve(b)), 1e-15);
}

TEST(Tangent, NothingToSolve) {
  Counters counters;
  Tangent T({full_pattern(0, 0)}, nullptr, empty_pattern(0, 0), nullptr, Storage::automatic,
            counters);
  T.set_zero();
  EXPECT_EQ(T.factorise(), Status::ok);
  Vector x(0);
  T.solve(x);
}

}  // namespace
}  // namespace takt::linear
