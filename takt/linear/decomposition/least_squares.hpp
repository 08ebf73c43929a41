// Solves dense linear systems of any rank. The files of this folder instantiate Eigen's
// decompositions of matrices of any size once. Each instantiation takes the compiler seconds, so
// other files call the functions declared here.
#pragma once

#include "takt/base/types.hpp"

namespace takt::linear {

constexpr double rank_by_size = -1;  // use Eigen's default tolerance, which grows with the size

// The shortest x that minimises |A x - b|. Pivots below the relative tolerance count as zero.
Vector least_squares(const Matrix& A, const Vector& b, double tolerance = rank_by_size);
Matrix least_squares(const Matrix& A, const Matrix& B, double tolerance = rank_by_size);
Matrix pseudo_inverse(const Matrix& A);

Matrix solve_square(const Matrix& A, const Matrix& B);  // LU with full pivoting

}  // namespace takt::linear
