#include "takt/linear/decomposition/least_squares.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

namespace takt::linear {
namespace {

using Orthogonal = Eigen::CompleteOrthogonalDecomposition<Matrix>;

Orthogonal decomposed(const Matrix& A, double tolerance) {
  Orthogonal d(A.rows(), A.cols());
  if (tolerance != rank_by_size) d.setThreshold(tolerance);
  d.compute(A);
  return d;
}

}  // namespace

Vector least_squares(const Matrix& A, const Vector& b, double tolerance) {
  return decomposed(A, tolerance).solve(b);
}
Matrix least_squares(const Matrix& A, const Matrix& B, double tolerance) {
  return decomposed(A, tolerance).solve(B);
}
Matrix pseudo_inverse(const Matrix& A) { return decomposed(A, rank_by_size).pseudoInverse(); }

Matrix solve_square(const Matrix& A, const Matrix& B) { return A.fullPivLu().solve(B); }

}  // namespace takt::linear
