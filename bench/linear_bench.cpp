// Saddle-point systems: the sized kernels against Eigen's general ones, and dense against sparse.
#include <benchmark/benchmark.h>

#include <Eigen/LU>
#include <random>

#include "takt/linear/saddle_kinds.hpp"

namespace {

using namespace takt;
using namespace takt::linear;

struct Problem {  // a chain of bodies: tridiagonal mass, a row between every second pair
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
  for (auto _ : state) {
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
void saddle_eigen(benchmark::State& state) {  // the whole matrix, partial pivoting
  Problem p(state.range(0), true);
  const Index n = p.A.cols(), m = p.G.rows();
  Matrix K = Matrix::Zero(n + m, n + m);
  Eigen::PartialPivLU<Matrix> lu(n + m);
  Vector b = Vector::Ones(n + m), x(n + m);
  for (auto _ : state) {
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

}  // namespace
