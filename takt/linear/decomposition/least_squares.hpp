// Dense systems of any rank. Here and beside this file Eigen's decompositions of matrices of any size
// are instantiated once: each takes a compiler seconds, so others call these functions.
#pragma once

#include "takt/base/types.hpp"

namespace takt::linear {

constexpr double rank_by_size = -1;  // a tolerance that grows with the matrix: Eigen's own

// The shortest x with least |A x - b|; pivots below the tolerance, relative, count as zero.
Vector least_squares(const Matrix& A, const Vector& b, double tolerance = rank_by_size);
Matrix least_squares(const Matrix& A, const Matrix& B, double tolerance = rank_by_size);
Matrix pseudo_inverse(const Matrix& A);

Matrix solve_square(const Matrix& A, const Matrix& B);  // all pivots looked at

}  // namespace takt::linear
