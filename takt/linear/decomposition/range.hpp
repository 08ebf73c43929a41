// Orthonormal bases of the range of a dense matrix and of its orthogonal complement.
#pragma once

#include "takt/base/types.hpp"

namespace takt::linear {

// Basis of the range of A, from A P = Q R. Pivots below the relative tolerance count as zero.
// `columns`: how many columns of Q to compute, at least the rank of A.
Matrix range(const Matrix& A, double tolerance, Index columns);
Matrix complement(const Matrix& orthonormal);  // basis of the orthogonal complement of the columns

Matrix nearest_rotation(const Matrix& A);  // U V' of A = U S V'

}  // namespace takt::linear
