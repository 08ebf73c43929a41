// The dense saddle-point solver for small sizes known at compile time: the whole elimination is
// unrolled, without indirection. A step of a four-coordinate system spends most of its time here
// (bench/step).
#include <algorithm>
#include <array>
#include <utility>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/schur_complement.hpp"
#include "takt/linear/small_kernels.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {
namespace {

template <int N, int M, bool definite> class SmallSaddle final : public Saddle {
 public:
  explicit SmallSaddle(Counters& counters) : counters_(counters) {}

  Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept override {
    const StageScope timed(Stage::factorise);
    identity_ = A == nullptr;
    if (!identity_) {
      std::copy_n(A->values().data(), N * N, A_.data());
      ++counters_.factorisations;
      if (!eliminate<N>(A_.data(), pivot_A_.data())) return status_ = Status::singular;
    }
    status_ = Status::ok;
    if constexpr (M > 0) {
      std::copy_n(G.values().data(), M * N, G_.data());
      const double* b = B.values().data();
      for (int j = 0; j < M; ++j)
        for (int i = 0; i < N; ++i) X_[j * N + i] = b[i * M + j];
      if (!identity_) back<N>(A_.data(), pivot_A_.data(), X_.data(), M);
      double trace = 0;
      for (int j = 0; j < M; ++j)
        for (int i = 0; i < M; ++i) {
          double s = 0;
          for (int k = 0; k < N; ++k) s += G_[k * M + i] * X_[j * N + k];
          S_[j * M + i] = F_[j * M + i] = s;
          if (i == j) trace += s;
        }
      const double rho = regularisation(trace, M);
      for (int i = 0; i < M; ++i) F_[i * M + i] += rho;
      ++counters_.factorisations;
      if (!eliminate<M>(F_.data(), pivot_S_.data())) status_ = Status::singular;
    }
    return status_;
  }

  void solve(Vector& x, Vector& y) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    double* u = x.data();
    if (!identity_) back<N>(A_.data(), pivot_A_.data(), u, 1);
    if constexpr (M > 0) {
      std::array<double, M> r;
      for (int i = 0; i < M; ++i) {
        double s = -y.data()[i];
        for (int k = 0; k < N; ++k) s += G_[k * M + i] * u[k];
        r[i] = s;
      }
      sweep(r.data(), y.data());
      for (int i = 0; i < N; ++i) {
        double s = u[i];
        for (int j = 0; j < M; ++j) s -= X_[j * N + i] * y.data()[j];
        u[i] = s;
      }
    }
  }

  void solve_upper(Vector& x) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    if (!identity_) back<N>(A_.data(), pivot_A_.data(), x.data(), 1);
  }

  void multipliers(Vector& y) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    if constexpr (M > 0) {
      std::array<double, M> r;
      std::copy_n(y.data(), M, r.data());
      sweep(r.data(), y.data());
    }
  }

  void least_norm(Vector& y, Vector& x) noexcept override {
    multipliers(y);
    for (int i = 0; i < N; ++i) {
      double s = 0;
      for (int j = 0; j < M; ++j) s += X_[j * N + i] * y.data()[j];
      x.data()[i] = s;
    }
  }

 private:
  template <int n> static bool eliminate(double* A, int* pivot) noexcept {
    if constexpr (definite)
      return small::ldlt<n>(A, pivot, n);
    else
      return small::lu<n>(A, pivot, n);
  }
  template <int n>
  static void back(const double* A, const int* pivot, double* x, Index columns) noexcept {
    if constexpr (definite)
      small::ldlt_solve<n>(A, pivot, n, x, columns);
    else
      small::lu_solve<n>(A, pivot, n, x, columns);
  }

  // y = S^-1 r by proximal sweeps. Written out: with the template of schur_complement.hpp GCC 12 does
  // not keep the sums in registers, and steps of the heavy top need 5 % more instructions.
  void sweep(const double* r, double* y) const noexcept {
    std::array<double, M> t;
    std::copy_n(r, M, y);
    back<M>(F_.data(), pivot_S_.data(), y, 1);
    for (int k = 1; k < sweeps; ++k) {
      for (int i = 0; i < M; ++i) {
        double s = r[i];
        for (int j = 0; j < M; ++j) s -= S_[j * M + i] * y[j];
        t[i] = s;
      }
      back<M>(F_.data(), pivot_S_.data(), t.data(), 1);
      for (int i = 0; i < M; ++i) y[i] += t[i];
    }
  }

  Counters& counters_;
  bool identity_ = false;
  std::array<double, N * N> A_;
  std::array<double, N * M> G_, X_;  // X = A^-1 B'
  std::array<double, M * M> S_, F_;  // S = G X; F holds the factors of S + rho I
  std::array<int, N> pivot_A_;
  std::array<int, M> pivot_S_;
};

template <int N, int M> std::unique_ptr<Saddle> make(bool definite, Counters& counters) {
  if (definite) return std::make_unique<SmallSaddle<N, M, true>>(counters);
  return std::make_unique<SmallSaddle<N, M, false>>(counters);
}

using Maker = std::unique_ptr<Saddle> (*)(bool, Counters&);

template <int N, int... M>
constexpr std::array<Maker, sizeof...(M)> rows(std::integer_sequence<int, M...>) {
  return {(M <= N ? &make < N, M <= N ? M : N > : nullptr)...};
}

template <int... N>
constexpr std::array<std::array<Maker, most_rows_unrolled + 1>, sizeof...(N)> table(
    std::integer_sequence<int, N...>) {
  return {rows<N + 1>(std::make_integer_sequence<int, most_rows_unrolled + 1>{})...};
}

constexpr auto makers = table(std::make_integer_sequence<int, most_unknowns_unrolled>{});

}  // namespace

std::unique_ptr<Saddle> make_small_saddle(Index n, Index m, Symmetry symmetry, Counters& counters) {
  if (n < 1 || n > most_unknowns_unrolled || m > most_rows_unrolled || m > n) return nullptr;
  const Maker maker = makers[n - 1][m];
  return maker != nullptr ? maker(symmetry == Symmetry::definite, counters) : nullptr;
}

}  // namespace takt::linear
