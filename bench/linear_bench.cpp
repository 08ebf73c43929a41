// Benchmarks the linear algebra. Saddle-point systems: kernels of fixed size compared with Eigen's
// general ones, and dense with sparse. Tangents of implicit steps: a vehicle in joint and in
// natural coordinates, chains, full matrices; compared with KLU and dense elimination of the same
// matrix.
#include <benchmark/benchmark.h>

#include <Eigen/LU>
#include <iterator>
#include <random>
#include <sstream>

#include "bench/counted.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/sparse_factor.hpp"
#include "takt/linear/tangent.hpp"

namespace {

using namespace takt;
using namespace takt::linear;

// a chain of bodies: tridiagonal mass matrix, a constraint between every second pair.
struct Problem {
  Patterned A, G;
  Counters counters;
  Problem(Index n, bool full)
      : A(full ? full_pattern(n, n) : tridiagonal(n)), G(full ? full_pattern(n / 2, n) : rows(n)) {
    std::mt19937 rng(1);
    std::normal_distribution<double> normal;
    if (full) {
      A.dense() = 4 * Matrix::Identity(n, n);
      for (Index i = 0; i + 1 < n; ++i) A.dense()(i, i + 1) = A.dense()(i + 1, i) = -1;
      for (Index i = 0; i < n / 2; ++i) {
        G.dense()(i, 2 * i) = 1;
        G.dense()(i, 2 * i + 1) = -1 + 0.1 * normal(rng);
      }
    } else {
      for (Index j = 0, k = 0; j < n; ++j)
        for (Index i = std::max<Index>(0, j - 1); i <= std::min(n - 1, j + 1); ++i)
          A.values()[k++] = i == j ? 4 : -1;
      for (Index k = 0; k < G.values().size(); ++k)
        G.values()[k] = k % 2 == 0 ? 1 : -1 + 0.1 * normal(rng);
    }
  }
  static SharedPattern tridiagonal(Index n) {
    std::vector<std::pair<int, int>> e;
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - 1); j <= std::min<int>(static_cast<int>(n) - 1, i + 1); ++j)
        e.emplace_back(i, j);
    return pattern_of(n, n, e);
  }
  static SharedPattern rows(Index n) {
    std::vector<std::pair<int, int>> e;
    for (int i = 0; i < n / 2; ++i) {
      e.emplace_back(i, 2 * i);
      e.emplace_back(i, 2 * i + 1);
    }
    return pattern_of(n / 2, n, e);
  }
};

void run(benchmark::State& state, Saddle& saddle, const Problem& p) {
  Vector x = Vector::Ones(p.A.cols()), y = Vector::Ones(p.G.rows());
  saddle.factorise(&p.A, p.G, p.G);  // the first time KLU allocates and chooses pivots: set-up
  for (auto _ : takt::bench::counted(state)) {
    saddle.factorise(&p.A, p.G, p.G);
    x.setOnes();
    y.setOnes();
    saddle.solve(x, y);
    benchmark::DoNotOptimize(x.data());
  }
}

void saddle_sized(benchmark::State& state) {
  Problem p(state.range(0), true);
  const auto s = make_small_saddle(p.A.cols(), p.G.rows(), Symmetry::definite, p.counters);
  run(state, *s, p);
}
void saddle_dense(benchmark::State& state) {
  Problem p(state.range(0), true);
  const auto s = make_dense_saddle(p.A.cols(), p.G.rows(), Symmetry::definite, p.counters);
  run(state, *s, p);
}
void saddle_sparse(benchmark::State& state) {
  Problem p(state.range(0), false);
  const auto s = make_sparse_saddle(p.A.shared_pattern(), p.G.shared_pattern(),
                                    p.G.shared_pattern(), p.counters);
  run(state, *s, p);
}
void saddle_eigen(benchmark::State& state) {  // the whole matrix, with partial pivoting
  Problem p(state.range(0), true);
  const Index n = p.A.cols(), m = p.G.rows();
  Matrix K = Matrix::Zero(n + m, n + m);
  Eigen::PartialPivLU<Matrix> lu(n + m);
  Vector b = Vector::Ones(n + m), x(n + m);
  for (auto _ : takt::bench::counted(state)) {
    K.topLeftCorner(n, n) = p.A.dense();
    K.topRightCorner(n, m) = p.G.dense().transpose();
    K.bottomLeftCorner(m, n) = p.G.dense();
    lu.compute(K);
    x = lu.solve(b);
    benchmark::DoNotOptimize(x.data());
  }
}

BENCHMARK(saddle_sized)->Arg(2)->Arg(4)->Arg(8);
BENCHMARK(saddle_dense)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Arg(128);
BENCHMARK(saddle_sparse)->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Arg(128)->Arg(1024)->Arg(8192);
BENCHMARK(saddle_eigen)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Arg(128);

// Six unknowns that are coupled with all others; the others are in branches of four, and each of m
// rows couples two branches: the structure of a vehicle with a few loops.
struct Branches {
  Patterned A, G;
  Counters counters;
  Branches(int n, int m) : A(tree(n)), G(rows(n, m)) {
    std::mt19937 rng(1);
    std::normal_distribution<double> normal;
    for (Index k = 0; k < A.values().size(); ++k) A.values()[k] = 0.1;
    for (int j = 0; j < n; ++j) A.values()[place_of(A.pattern(), j, j)] = n;
    for (Index k = 0; k < G.values().size(); ++k) G.values()[k] = normal(rng);
  }
  static SharedPattern tree(int n) {
    std::vector<std::pair<int, int>> e;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (i < 6 || j < 6 || (i - 6) / 4 == (j - 6) / 4) e.emplace_back(i, j);
    return pattern_of(n, n, e);
  }
  static SharedPattern rows(int n, int m) {
    std::vector<std::pair<int, int>> e;
    for (int i = 0; i < m; ++i) {
      for (int k = 0; k < 6; ++k) e.emplace_back(i, k);
      for (int k = 0; k < 8; ++k) e.emplace_back(i, 6 + (4 * i + k) % (n - 6));
    }
    return pattern_of(m, n, e);
  }
};

void few_rows(benchmark::State& state, bool fronts) {
  Branches p(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  const SharedPattern &A = p.A.shared_pattern(), &G = p.G.shared_pattern();
  const auto saddle = fronts ? make_fronts_saddle(A, G->rows, Symmetry::general, p.counters)
                             : make_sparse_saddle(A, G, G, p.counters);
  Vector x(A->cols), y(G->rows);
  saddle->factorise(&p.A, p.G, p.G);
  for (auto _ : takt::bench::counted(state)) {
    saddle->factorise(&p.A, p.G, p.G);
    x.setOnes();
    y.setOnes();
    saddle->solve(x, y);
    benchmark::DoNotOptimize(x.data());
  }
}
BENCHMARK_CAPTURE(few_rows, fronts, true)->ArgsProduct({{22, 38, 102, 198}, {0, 3, 12, 24}});
BENCHMARK_CAPTURE(few_rows, sparse, false)->ArgsProduct({{22, 38, 102, 198}, {0, 3, 12, 24}});

using Entries = std::vector<std::pair<int, int>>;

void couple(Entries& e, int rows, int row_count, int cols, int col_count) {
  for (int i = 0; i < row_count; ++i)
    for (int j = 0; j < col_count; ++j) {
      e.emplace_back(rows + i, cols + j);
      e.emplace_back(cols + j, rows + i);
    }
}

struct Structure {
  int n = 0, m = 0;
  Entries M, CK, G;
};

// Six coordinates of a chassis, four branches of four, and rows that close loops in the branches.
Structure vehicle() {
  Structure s{22, 0, {}, {}, {}};
  couple(s.M, 0, 6, 0, 6);
  for (int b = 0; b < 4; ++b) {
    couple(s.M, 6 + 4 * b, 4, 6 + 4 * b, 4);
    couple(s.M, 6 + 4 * b, 4, 0, 6);
    for (int r = 0; r < 2; ++r, ++s.m)
      for (int k = 0; k < 3; ++k) s.G.emplace_back(s.m, 6 + 4 * b + k + r);
  }
  couple(s.M, 22, 1, 0, 7);  // steering, coupled with a wheel
  couple(s.M, 22, 1, 22, 1);
  for (int j : {6, 10, 22}) s.G.emplace_back(s.m, j);
  ++s.m;
  s.n = 23;
  s.CK = s.M;
  return s;
}

std::vector<std::vector<int>> lists(const std::string& text) {  // "0 1,2 3 4"
  std::vector<std::vector<int>> all;
  std::istringstream rows(text);
  for (std::string row; std::getline(rows, row, ',');) {
    std::istringstream numbers(row);
    all.emplace_back(std::istream_iterator<int>(numbers), std::istream_iterator<int>());
  }
  return all;
}

// The Iltis: 41 points and vectors of three coordinates each, with the constraints between them,
// the bodies that have mass, and the forces that act between them.
Structure natural() {
  Structure s{3 * 41, 0, {}, {}, {}};
  for (const std::vector<int>& r : lists(
           "0 1,0 2,1 2,0 1 3,0 2 3,3,5,5 6,5 7,6,6 7,7,0 8,0 8 9,0 8 10,9,9 10,10,8 11,8 11 12,"
           "8 11 13,12,12 13,13,12 14,12 15,14,14 15,15,1 16,1 16 17,1 16 18,17,17 18,18,16 19,"
           "16 19 20,16 19 21,20,20 21,21,20 22,20 23,22,22 23,23,2 24,2 24 25,2 24 26,25,25 26,26,"
           "24 27,24 27 28,24 27 29,28,28 29,29,28 30,28 31,30,30 31,31,33,33 34,33 35,34,34 35,35,"
           "32 36,32 36 37,32 36 38,37,37 38,38,37 39,37 40,39,39 40,40,0 1 2 3 4,0 1 2 3 4,0 1 5,"
           "0 1 6,0 2 6,0 1 2 3 4,0 2 8 10,0 2 8 10,8 9 11 12,0 1 2 16 18,0 1 2 16 18,16 17 19 20,"
           "0 2 24 26,0 2 24 26,24 25 27 28,0 2 34,0 2 35,32 33 36 37,0 1 3 8 11 12,4 7 8 11 12 13,"
           "0 1 3 16 19 20,4 7 16 19 20 21,0 1 2 3 24 27 28,0 1 2 3 24 27 28 29,0 1 2 3 32 36 37,"
           "0 1 2 3 32 36 37 38")) {
    for (int b : r)
      for (int k = 0; k < 3; ++k) s.G.emplace_back(s.m, 3 * b + k);
    ++s.m;
  }
  for (int k = 0; k < 3; ++k, ++s.m)  // a common point, component by component
    for (int b : {0, 1, 2, 32, 34, 35}) s.G.emplace_back(s.m, 3 * b + k);
  for (int i = 0; i < s.n; ++i) s.M.emplace_back(i, i);
  for (const std::vector<int>& r :
       lists("0 1 2 3,0 8 10,9 10,1 16 18,17 18,2 24 26,25 26,32 34 35,33 35"))
    for (int a : r)
      for (int b : r)
        for (int k = 0; k < 3; ++k) s.M.emplace_back(3 * a + k, 3 * b + k);
  for (const std::vector<int>& r :
       lists("0 1 2 3 8 9 10,0 1 3 8 11 12,11 14 15,0 1 2 3 16 17 18,0 1 3 16 19 20,19 22 23,"
             "0 1 2 3 24 25 26,0 1 2 3 24 27 28,27 30 31,0 1 2 3 32 33 34 35,0 1 2 3 32 36 37,"
             "36 39 40"))
    for (int a : r)
      for (int b : r) couple(s.CK, 3 * a, 3, 3 * b, 3);
  return s;
}

// Four unknowns per loop, and two rows that also couple half of the next loop.
Structure chain(int loops) {
  Structure s{4 * loops, 2 * loops, {}, {}, {}};
  for (int k = 0; k < loops; ++k) {
    couple(s.M, 4 * k, 4, 4 * k, 4);
    if (k > 0) couple(s.CK, 4 * k, 4, 4 * k - 4, 4);
    for (int r = 0; r < 2; ++r)
      for (int j = 0; j < 6; ++j)
        if (4 * k + j < s.n) s.G.emplace_back(2 * k + r, 4 * k + j);
  }
  return s;
}

Structure full(int n) {
  Structure s{n, n / 3, {}, {}, {}};
  couple(s.M, 0, n, 0, n);
  s.CK = s.M;
  for (int i = 0; i < s.m; ++i)
    for (int j = 0; j < n; ++j) s.G.emplace_back(i, j);
  return s;
}

struct Implicit {
  Patterned M, C, K, G;
  Vector w, b, x;
  Counters counters;
  Tangent T;

  Implicit(const Structure& s, bool stored_full, Storage storage)
      : M(stored_full ? full_pattern(s.n, s.n) : pattern_of(s.n, s.n, s.M)),
        C(stored_full ? full_pattern(s.n, s.n) : pattern_of(s.n, s.n, s.CK)), K(C),
        G(stored_full ? full_pattern(s.m, s.n) : pattern_of(s.m, s.n, s.G)),
        w(Vector::Constant(s.m, 1e7)), b(Vector::LinSpaced(s.n, -1, 2)), x(b),
        T({M.shared_pattern(), C.shared_pattern(), K.shared_pattern()},
          stored_full ? pattern_of(s.n, s.n, s.M) : nullptr, G.shared_pattern(),
          stored_full ? pattern_of(s.m, s.n, s.G) : nullptr, storage, counters) {
    std::mt19937 rng(1);
    std::normal_distribution<double> normal;
    const auto fill = [&](Patterned& A, const Entries& entries, double size) {
      for (const auto& [i, j] : entries) entry(A, i, j) = (i == j ? 5 : size) * normal(rng);
    };
    fill(M, s.M, 0.1);
    fill(C, s.CK, 0.1);
    fill(K, s.CK, 0.1);
    fill(G, s.G, 1);
    for (int i = 0; i < s.n; ++i) entry(M, i, i) = 30;
  }
  static double& entry(Patterned& A, int i, int j) {
    return A.values()[place_of(A.pattern(), i, j)];
  }
  void sum() {
    T.set_zero();
    T.add(0, 1, M);
    T.add(1, 1e-2, C);
    T.add(2, 1e-4, K);
    T.add_gram(1, w, G);
  }
  Patterned matrix() {
    sum();
    const Index n = b.size();
    Entries entries;
    std::vector<double> values;
    for (int j = 0; j < n; ++j) {
      Vector column = Vector::Zero(n);
      T.multiply_add(1, Vector::Unit(n, j), column);
      for (int i = 0; i < n; ++i)
        if (column[i] != 0) {
          entries.emplace_back(i, j);
          values.push_back(column[i]);
        }
    }
    Patterned A(pattern_of(n, n, entries));
    for (std::size_t k = 0; k < values.size(); ++k) A.values()[static_cast<Index>(k)] = values[k];
    return A;
  }
};

void whole(benchmark::State& state, const Structure& s, bool stored_full, Storage storage) {
  Implicit p(s, stored_full, storage);
  for (auto _ : takt::bench::counted(state)) {
    p.sum();
    benchmark::DoNotOptimize(p.T.factorise());
    p.x = p.b;
    p.T.solve(p.x);
    benchmark::DoNotOptimize(p.x.data());
  }
}
void factor(benchmark::State& state, const Structure& s, bool stored_full, Storage storage) {
  Implicit p(s, stored_full, storage);
  p.sum();
  for (auto _ : takt::bench::counted(state)) {
    benchmark::DoNotOptimize(p.T.factorise());
    p.x = p.b;
    p.T.solve(p.x);
    benchmark::DoNotOptimize(p.x.data());
  }
}
void klu(benchmark::State& state, const Structure& s) {
  Implicit p(s, false, Storage::sparse);
  const Patterned A = p.matrix();
  SparseFactor f(SparseFactor::Pivots::diagonal);
  f.analyse(A.pattern());
  f.factorise(A.values());
  for (auto _ : takt::bench::counted(state)) {
    benchmark::DoNotOptimize(f.factorise(A.values()));
    p.x = p.b;
    f.solve(p.x);
    benchmark::DoNotOptimize(p.x.data());
  }
}
void eigen(benchmark::State& state, const Structure& s) {
  Implicit p(s, false, Storage::sparse);
  const Matrix A = p.matrix().to_matrix();
  Eigen::PartialPivLU<Matrix> lu(A.rows());
  for (auto _ : takt::bench::counted(state)) {
    lu.compute(A);
    p.x = lu.solve(p.b);
    benchmark::DoNotOptimize(p.x.data());
  }
}

// All the algebra of a step (sum, factorise, solve), and the same without the sum, as KLU and Eigen
// do.
#define TAKT_TANGENT(name, structure, stored_full)                             \
  BENCHMARK_CAPTURE(whole, name, structure, stored_full, Storage::automatic);  \
  BENCHMARK_CAPTURE(factor, name, structure, stored_full, Storage::automatic); \
  BENCHMARK_CAPTURE(factor, name##_dense, structure, stored_full, Storage::dense)

TAKT_TANGENT(vehicle, vehicle(), true);
BENCHMARK_CAPTURE(klu, vehicle, vehicle());
BENCHMARK_CAPTURE(eigen, vehicle, vehicle());
TAKT_TANGENT(natural, natural(), false);
BENCHMARK_CAPTURE(klu, natural, natural());
BENCHMARK_CAPTURE(eigen, natural, natural());
TAKT_TANGENT(chain_40, chain(40), false);
BENCHMARK_CAPTURE(klu, chain_40, chain(40));
BENCHMARK_CAPTURE(eigen, chain_40, chain(40));
BENCHMARK_CAPTURE(whole, chain_400, chain(400), false, Storage::automatic);
BENCHMARK_CAPTURE(factor, chain_400, chain(400), false, Storage::automatic);
BENCHMARK_CAPTURE(klu, chain_400, chain(400));
TAKT_TANGENT(full_1, full(1), true);
BENCHMARK_CAPTURE(eigen, full_1, full(1));
TAKT_TANGENT(full_3, full(3), true);
BENCHMARK_CAPTURE(eigen, full_3, full(3));
TAKT_TANGENT(full_6, full(6), true);
BENCHMARK_CAPTURE(klu, full_6, full(6));
BENCHMARK_CAPTURE(eigen, full_6, full(6));
TAKT_TANGENT(full_16, full(16), true);
BENCHMARK_CAPTURE(eigen, full_16, full(16));
TAKT_TANGENT(full_32, full(32), true);
BENCHMARK_CAPTURE(klu, full_32, full(32));
BENCHMARK_CAPTURE(eigen, full_32, full(32));

}  // namespace
