// L D L' and LU of small dense matrices, column-major. N is the size, or 0 if the size is only
// known at run time.
#pragma once

#include <cmath>
#include <utility>

#include "takt/base/types.hpp"

// If N is known, every loop below is unrolled completely. -O2 alone would not do it.
#define TAKT_UNROLL _Pragma("GCC unroll 8")

namespace takt::linear::small {

template <int N>
inline bool ldlt(double* A, int*, Index size) {  // A = L D L', D^-1 on the diagonal
  const Index n = N > 0 ? N : size;
  TAKT_UNROLL
  for (Index j = 0; j < n; ++j) {
    double* c = A + j * n;
    if (!(c[j] > 0)) return false;
    const double inverse = 1 / c[j];
    c[j] = inverse;
    TAKT_UNROLL
    for (Index k = j + 1; k < n; ++k) {
      const double l = c[k] * inverse;
      double* d = A + k * n;
      TAKT_UNROLL
      for (Index i = k; i < n; ++i) d[i] -= l * c[i];
    }
    TAKT_UNROLL
    for (Index i = j + 1; i < n; ++i) c[i] *= inverse;
  }
  return true;
}

template <int N>
inline void ldlt_solve(const double* A, const int*, Index size, double* x, Index columns) {
  const Index n = N > 0 ? N : size;
  for (Index m = 0; m < columns; ++m, x += n) {
    TAKT_UNROLL
    for (Index j = 0; j < n; ++j) {
      const double xj = x[j];
      TAKT_UNROLL
      for (Index i = j + 1; i < n; ++i) x[i] -= A[j * n + i] * xj;
    }
    TAKT_UNROLL
    for (Index j = n - 1; j >= 0; --j) {
      double s = x[j] * A[j * n + j];
      TAKT_UNROLL
      for (Index i = j + 1; i < n; ++i) s -= A[j * n + i] * x[i];
      x[j] = s;
    }
  }
}

template <int N>
inline bool lu(double* A, int* pivot, Index size) {  // P A = L U, inverse pivots on the diagonal
  const Index n = N > 0 ? N : size;
  TAKT_UNROLL
  for (Index j = 0; j < n; ++j) {
    Index p = j;
    double best = std::abs(A[j * n + j]);
    TAKT_UNROLL
    for (Index i = j + 1; i < n; ++i) {
      const double a = std::abs(A[j * n + i]);
      if (a > best) {
        best = a;
        p = i;
      }
    }
    if (!(best > 0) || !std::isfinite(best)) return false;
    pivot[j] = static_cast<int>(p);
    if (p != j) TAKT_UNROLL
    for (Index k = 0; k < n; ++k) std::swap(A[k * n + j], A[k * n + p]);
    const double inverse = 1 / A[j * n + j];
    A[j * n + j] = inverse;
    TAKT_UNROLL
    for (Index i = j + 1; i < n; ++i) A[j * n + i] *= inverse;
    TAKT_UNROLL
    for (Index k = j + 1; k < n; ++k) {
      const double a = A[k * n + j];
      TAKT_UNROLL
      for (Index i = j + 1; i < n; ++i) A[k * n + i] -= A[j * n + i] * a;
    }
  }
  return true;
}

template <int N>
inline void lu_solve(const double* A, const int* pivot, Index size, double* x, Index columns) {
  const Index n = N > 0 ? N : size;
  for (Index m = 0; m < columns; ++m, x += n) {
    TAKT_UNROLL
    for (Index j = 0; j < n; ++j) std::swap(x[j], x[pivot[j]]);
    TAKT_UNROLL
    for (Index j = 0; j < n; ++j) {
      const double xj = x[j];
      TAKT_UNROLL
      for (Index i = j + 1; i < n; ++i) x[i] -= A[j * n + i] * xj;
    }
    TAKT_UNROLL
    for (Index j = n - 1; j >= 0; --j) {
      const double xj = x[j] * A[j * n + j];
      x[j] = xj;
      TAKT_UNROLL
      for (Index i = 0; i < j; ++i) x[i] -= A[j * n + i] * xj;
    }
  }
}

}  // namespace takt::linear::small

#undef TAKT_UNROLL
