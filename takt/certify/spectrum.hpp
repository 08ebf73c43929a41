// Dominant eigenvalue of a matrix whose entries differ much in size: the matrix is balanced first.
//   Parlett, Reinsch, Balancing a matrix for calculation of eigenvalues and eigenvectors, 1969.
#pragma once

#include <complex>

#include "takt/base/types.hpp"

namespace takt::certify {

struct Dominant {
  double radius = 0;           // the largest absolute value
  std::complex<double> value;  // that eigenvalue
  Eigen::VectorXcd vector;     // and its eigenvector
};

// Up to `neutral` eigenvalues that are one (to 1e-7) are left out.
Dominant dominant(const Matrix&, int neutral = 0);

}  // namespace takt::certify
