// Rotations: unit quaternions, their increments and rates.
//
//   R(q (x) exp(Theta/2)) = R(q) exp(hat Theta)
//   Theta' = w + 1/2 Theta x w + c Theta x (Theta x w),  c = (1 - (theta/2) cot(theta/2)) / theta^2
//
// Terms used: q = (w, x, y, z) unit quaternion, body to world; Theta increment and w angular
// velocity, both in body axes; theta = |Theta|; hat a b = a x b.                      Munthe-Kaas
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace takt::rotation {

using Vector3 = Eigen::Matrix<double, 3, 1>;
using Matrix3 = Eigen::Matrix<double, 3, 3>;
using Quaternion = Eigen::Matrix<double, 4, 1>;  // (w, x, y, z)

inline Vector3 cross(const Vector3& a, const Vector3& b) noexcept {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Matrix3 skew(const Vector3& a) noexcept {
  Matrix3 A;
  A << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return A;
}

inline Matrix3 matrix_of(const Quaternion& q) noexcept {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  Matrix3 R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return R;
}

// The quaternion whose largest component is positive. That component is computed first (Shepperd).
inline Quaternion quaternion_of(const Matrix3& R) noexcept {
  const double trace = R.trace();
  int i = 0;
  for (int k = 1; k < 3; ++k)
    if (R(k, k) > R(i, i)) i = k;
  Quaternion q;
  if (trace >= R(i, i)) {
    const double w = std::sqrt(1 + trace) / 2;
    q << w, Vector3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)) / (4 * w);
  } else {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double p = std::sqrt(1 + R(i, i) - R(j, j) - R(k, k)) / 2;
    q[0] = (R(k, j) - R(j, k)) / (4 * p);
    q[1 + i] = p;
    q[1 + j] = (R(i, j) + R(j, i)) / (4 * p);
    q[1 + k] = (R(i, k) + R(k, i)) / (4 * p);
  }
  return q.normalized();
}

inline Quaternion product(const Quaternion& p, const Quaternion& q) noexcept {
  const Vector3 a = p.tail<3>(), b = q.tail<3>();
  Quaternion r;
  r << p[0] * q[0] - a.dot(b), p[0] * b + q[0] * a + cross(a, b);
  return r;
}

// The rotation by |Theta| about Theta.
inline Quaternion exp(const Vector3& Theta) noexcept {
  const double square = Theta.squaredNorm(), theta = std::sqrt(square);
  const double s = square < 1e-8 ? 0.5 - square / 48 : std::sin(theta / 2) / theta;
  Quaternion q;
  q << std::cos(theta / 2), s * Theta;
  return q;
}

// The rate Theta' when R exp(hat Theta) turns with angular velocity w.
inline Vector3 dexp_inverse(const Vector3& Theta, const Vector3& w) noexcept {
  const double square = Theta.squaredNorm(), half = std::sqrt(square) / 2;
  const double c = square < 1e-2
                       ? 1.0 / 12 + square * (1.0 / 720 + square * (1.0 / 30240 + square / 1209600))
                       : (1 - half * std::cos(half) / std::sin(half)) / square;
  const Vector3 once = cross(Theta, w);
  return w + 0.5 * once + c * cross(Theta, once);
}

inline Quaternion retract(const Quaternion& q, const Vector3& Theta) noexcept {
  return product(q, exp(Theta)).normalized();
}

// The gyroscopic moment w x I w of a body with principal inertias I, and its derivative with
// respect to w.
inline Vector3 gyroscopic(const Vector3& I, const Vector3& w) noexcept {
  return cross(w, I.cwiseProduct(w));
}
inline Matrix3 gyroscopic_w(const Vector3& I, const Vector3& w) noexcept {
  return skew(w) * I.asDiagonal() - skew(I.cwiseProduct(w));
}

}  // namespace takt::rotation
