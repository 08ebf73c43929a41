// Orthonormal columns that span what a dense matrix reaches, and what it does not.
#pragma once

#include "takt/base/types.hpp"

namespace takt::linear {

// Of A, pivots below the tolerance, relative, counting as zero; of the Q of A P = Q R so many
// columns are made, at least as many as the rank.
Matrix range(const Matrix& A, double tolerance, Index columns);
Matrix complement(const Matrix& orthonormal);

Matrix nearest_rotation(const Matrix& A);  // U V' of A = U S V'

}  // namespace takt::linear
