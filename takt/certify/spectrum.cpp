#include "takt/certify/spectrum.hpp"

#include <cmath>
#include <limits>

#include "takt/linear/decomposition/eigenpairs.hpp"

namespace takt::certify {
namespace {

// A <- D^-1 A D with powers of two; returns D.
Vector balance(Matrix& A) {
  const Index n = A.rows();
  Vector D = Vector::Ones(n);
  for (bool again = true; again;) {
    again = false;
    for (Index i = 0; i < n; ++i) {
      double c = A.col(i).cwiseAbs().sum() - std::abs(A(i, i));
      double r = A.row(i).cwiseAbs().sum() - std::abs(A(i, i));
      if (c == 0 || r == 0) continue;
      const double before = c + r;
      double f = 1;
      for (; c < r / 2; c *= 4) f *= 2;
      for (; c >= r * 2; c /= 4) f /= 2;
      const double row = A.row(i).cwiseAbs().sum() - std::abs(A(i, i));
      const double column = A.col(i).cwiseAbs().sum() - std::abs(A(i, i));
      if (column * f + row / f >= 0.95 * before) continue;
      again = true;
      D[i] *= f;
      A.row(i) /= f;
      A.col(i) *= f;
    }
  }
  return D;
}

}  // namespace

Dominant dominant(const Matrix& matrix, int neutral) {
  Dominant out;
  if (matrix.rows() == 0) return out;
  if (!matrix.allFinite()) {
    out.radius = std::numeric_limits<double>::infinity();
    return out;
  }
  Matrix A = matrix;
  const Vector D = balance(A);
  const auto [values, vectors] = linear::eigenpairs(A);
  for (Index k = 0; k < A.rows(); ++k) {
    const std::complex<double> value = values[k];
    if (neutral > 0 && std::abs(value - 1.0) < 1e-7) {
      --neutral;
      continue;
    }
    if (std::abs(value) <= out.radius) continue;
    out.value = value;
    out.radius = std::abs(value);
    out.vector = D.cast<std::complex<double>>().cwiseProduct(vectors.col(k));
  }
  return out;
}

}  // namespace takt::certify
