#include "takt/linear/dense_factor.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace takt::linear {
namespace {

constexpr Index largest_small = 16;

// N is the size, or 0 when it is known only at run time.
template <int N>
bool ldlt(double* A, int*, Index size) {  // A = L D L', D^-1 on the diagonal
  const Index n = N > 0 ? N : size;
  for (Index j = 0; j < n; ++j) {
    double* c = A + j * n;
    if (!(c[j] > 0)) return false;
    const double inverse = 1 / c[j];
    c[j] = inverse;
    for (Index k = j + 1; k < n; ++k) {
      const double l = c[k] * inverse;
      double* d = A + k * n;
      for (Index i = k; i < n; ++i) d[i] -= l * c[i];
    }
    for (Index i = j + 1; i < n; ++i) c[i] *= inverse;
  }
  return true;
}

template <int N>
void ldlt_solve(const double* A, const int*, Index size, double* x, Index columns) {
  const Index n = N > 0 ? N : size;
  for (Index m = 0; m < columns; ++m, x += n) {
    for (Index j = 0; j < n; ++j) {
      const double xj = x[j];
      for (Index i = j + 1; i < n; ++i) x[i] -= A[j * n + i] * xj;
    }
    for (Index j = n - 1; j >= 0; --j) {
      double s = x[j] * A[j * n + j];
      for (Index i = j + 1; i < n; ++i) s -= A[j * n + i] * x[i];
      x[j] = s;
    }
  }
}

template <int N>
bool lu(double* A, int* pivot, Index size) {  // P A = L U, inverse pivots on the diagonal
  const Index n = N > 0 ? N : size;
  for (Index j = 0; j < n; ++j) {
    Index p = j;
    double best = std::abs(A[j * n + j]);
    for (Index i = j + 1; i < n; ++i) {
      const double a = std::abs(A[j * n + i]);
      if (a > best) {
        best = a;
        p = i;
      }
    }
    if (!(best > 0) || !std::isfinite(best)) return false;
    pivot[j] = static_cast<int>(p);
    if (p != j)
      for (Index k = 0; k < n; ++k) std::swap(A[k * n + j], A[k * n + p]);
    const double inverse = 1 / A[j * n + j];
    A[j * n + j] = inverse;
    for (Index i = j + 1; i < n; ++i) A[j * n + i] *= inverse;
    for (Index k = j + 1; k < n; ++k) {
      const double a = A[k * n + j];
      for (Index i = j + 1; i < n; ++i) A[k * n + i] -= A[j * n + i] * a;
    }
  }
  return true;
}

template <int N>
void lu_solve(const double* A, const int* pivot, Index size, double* x, Index columns) {
  const Index n = N > 0 ? N : size;
  for (Index m = 0; m < columns; ++m, x += n) {
    for (Index j = 0; j < n; ++j) std::swap(x[j], x[pivot[j]]);
    for (Index j = 0; j < n; ++j) {
      const double xj = x[j];
      for (Index i = j + 1; i < n; ++i) x[i] -= A[j * n + i] * xj;
    }
    for (Index j = n - 1; j >= 0; --j) {
      const double xj = x[j] * A[j * n + j];
      x[j] = xj;
      for (Index i = 0; i < j; ++i) x[i] -= A[j * n + i] * xj;
    }
  }
}

struct Kernels {
  DenseFactor::FactoriseKernel ldlt, lu;
  DenseFactor::SolveKernel ldlt_solve, lu_solve;
};

template <int N>
constexpr Kernels kernels() {
  return {&ldlt<N>, &lu<N>, &ldlt_solve<N>, &lu_solve<N>};
}

constexpr std::array<Kernels, 9> sized{kernels<0>(), kernels<1>(), kernels<2>(),
                                       kernels<3>(), kernels<4>(), kernels<5>(),
                                       kernels<6>(), kernels<7>(), kernels<8>()};

}  // namespace

void DenseFactor::analyse(Index n, Kind kind) {
  n_ = n;
  kind_ = kind;
  work_ = Matrix::Zero(n, n);
  permuted_ = Vector::Zero(n);
  pivot_.assign(static_cast<std::size_t>(n), 0);
  factorise_ = nullptr;
  if (n <= largest_small) {
    const Kernels& k = sized[n < static_cast<Index>(sized.size()) ? static_cast<std::size_t>(n) : 0];
    factorise_ = kind == Kind::ldlt ? k.ldlt : k.lu;
    solve_ = kind == Kind::ldlt ? k.ldlt_solve : k.lu_solve;
  } else if (kind == Kind::ldlt) {
    llt_ = Eigen::LLT<Matrix>(n);
  } else {
    lu_ = Eigen::PartialPivLU<Matrix>(n);
  }
}

Status DenseFactor::factorise() noexcept {
  if (factorise_ != nullptr)
    return factorise_(work_.data(), pivot_.data(), n_) ? Status::ok : Status::singular;
  if (kind_ == Kind::ldlt) {
    llt_.compute(work_);
    return llt_.info() == Eigen::Success ? Status::ok : Status::singular;
  }
  lu_.compute(work_);
  return Status::ok;  // a zero pivot shows as a non-finite state
}

void DenseFactor::solve(double* x, Index columns) const noexcept {
  if (factorise_ != nullptr) {
    solve_(work_.data(), pivot_.data(), n_, x, columns);
    return;
  }
  for (Index j = 0; j < columns; ++j) {  // column by column: a block solve would need the heap
    Eigen::Map<Vector> column(x + j * n_, n_);
    if (kind_ == Kind::ldlt) {
      llt_.matrixL().solveInPlace(column);
      llt_.matrixU().solveInPlace(column);
    } else {
      const auto& place = lu_.permutationP().indices();  // row i goes to place[i]
      for (Index i = 0; i < n_; ++i) permuted_[place[i]] = column[i];
      column = permuted_;
      lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(column);
      lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(column);
    }
  }
}

}  // namespace takt::linear
