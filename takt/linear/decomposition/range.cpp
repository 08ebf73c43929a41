#include "takt/linear/decomposition/range.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace takt::linear {

Matrix range(const Matrix& A, double tolerance, Index columns) {
  Eigen::ColPivHouseholderQR<Matrix> qr(A);
  qr.setThreshold(tolerance);
  const Matrix Q = qr.householderQ() * Matrix::Identity(A.rows(), columns);
  return Q.leftCols(qr.rank());
}

Matrix complement(const Matrix& orthonormal) {
  const Index n = orthonormal.rows();
  const Eigen::HouseholderQR<Matrix> qr(orthonormal);
  const Matrix Q = qr.householderQ() * Matrix::Identity(n, n);
  return Q.rightCols(n - orthonormal.cols());
}

Matrix nearest_rotation(const Matrix& A) {
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return svd.matrixU() * svd.matrixV().transpose();
}

}  // namespace takt::linear
