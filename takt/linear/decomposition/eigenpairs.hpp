// Eigenvalues and eigenvectors of dense matrices.
#pragma once

#include "takt/base/types.hpp"

namespace takt::linear {

struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  // columns of length one
};
Eigenpairs eigenpairs(const Matrix& A);

double least_eigenvalue(const Matrix& symmetric);

}  // namespace takt::linear
