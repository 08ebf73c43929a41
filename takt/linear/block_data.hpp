// What the kernels of dense blocks read and write: plain numbers, no Eigen and no templates, because
// the kernels are compiled more than once, for several instruction sets.
//
// A block is column-major; rows and columns come in multiples of `padding`, what was not asked for is
// the identity in a matrix to factorise and zero elsewhere.
#pragma once

namespace takt::linear::block {

constexpr int padding = 4;
constexpr int padded(int n) noexcept { return (n + padding - 1) / padding * padding; }

struct Kernels {
  // A = P L U in place, n x n, pivots inverted; `scale` of the rows is where pivots are searched for,
  // and follows them. pivot[k]: the row that was exchanged with row k. False: a pivot was zero or not
  // finite.
  bool (*factorise)(double* A, int n, double* scale, int* pivot);
  void (*solve)(const double* A, int n, const int* pivot, double* x);
  void (*subtract)(const double* A, int rows, int cols, const double* x, double* y);  // y -= A x
  void (*subtract_column)(double c, const double* a, int n, double* y);               // y -= c a
  // y[i] = 1 / max_j |A_ij|, or 1 of rows of zeros
  void (*row_scales)(const double* A, int n, double* y);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::linear::block
