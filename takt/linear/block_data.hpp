// Interface of the dense block kernels: LU factorisation, solve and matrix-vector products. It uses
// plain numbers, no Eigen and no templates, because the kernels are compiled once for each
// instruction set.
//
// A block is column-major. The numbers of rows and columns are padded to multiples of `padding`.
// The padding holds the identity in a matrix to factorise and zeros elsewhere.
#pragma once

namespace takt::linear::block {

constexpr int padding = 4;
constexpr int padded(int n) noexcept { return (n + padding - 1) / padding * padding; }

struct Kernels {
  // Factorises A = P L U in place, n x n; stores the inverses of the pivots. The pivot search
  // multiplies each row by its `scale`, which is permuted together with the rows. pivot[k]: the row
  // that was exchanged with row k. Returns false if a pivot was zero or not finite.
  bool (*factorise)(double* A, int n, double* scale, int* pivot);
  void (*solve)(const double* A, int n, const int* pivot, double* x);
  void (*subtract)(const double* A, int rows, int cols, const double* x, double* y);  // y -= A x
  void (*subtract_column)(double c, const double* a, int n, double* y);               // y -= c a
  // y[i] = 1 / max_j |A_ij|, or 1 if row i is zero
  void (*row_scales)(const double* A, int n, double* y);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::linear::block
