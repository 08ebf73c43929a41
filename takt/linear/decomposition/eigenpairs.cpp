#include "takt/linear/decomposition/eigenpairs.hpp"

#include <Eigen/Eigenvalues>

namespace takt::linear {

Eigenpairs eigenpairs(const Matrix& A) {
  const Eigen::EigenSolver<Matrix> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

double least_eigenvalue(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric).eigenvalues()[0];
}

}  // namespace takt::linear
