// The attitude (rotation matrix) that two vectors define by Gram-Schmidt, its angular velocity, the
// forces on the vectors equivalent to a torque, and the derivatives of both.
//
//   b1 = e1/|e1|,  b2 = (e2 - k b1)/h,  k = e2.b1,  h = |e2 - k b1|,  b3 = b1 x b2,  l = |e1|
//   w = W1 e1' + W2 e2',  W1 = (b3 b2' - b2 b3')/l - k/(l h) b1 b3',  W2 = b1 b3'/h
//
// This is defined for all independent e1, e2, even if they are not orthonormal: the forces W1'T,
// W2'T on e1 and e2 have the power T.w in every motion, rigid or not.
//
// In the axes b these formulas are sparse, and the components of a fixed vector x change by
// x x dtheta:
//   w = ((e2'_3 - k e1'_3/l)/h, -e1'_3/l, e1'_2/l)
//   W1'T = (0, T_3, -T_2 - k/h T_1)/l,   W2'T = (0, 0, T_1)/h
//   dtheta = ((de2_3 - k de1_3/l)/h, -de1_3/l, de1_2/l)
//   dl = de1_1,   dk = de2_1 + h dtheta_3,   dh = de2_2 - k dtheta_3
#pragma once

#include "takt/spatial/frame.hpp"

namespace takt::mechanism::natural {

struct Attitude {
  Mat3 R;  // b1, b2, b3
  double l, h, k;

  Attitude(const Vec3& e1, const Vec3& e2) noexcept {
    l = e1.norm();
    const Vec3 b1 = e1 / l;
    k = e2.dot(b1);
    const Vec3 rest = e2 - k * b1;
    h = rest.norm();
    const Vec3 b2 = rest / h;
    R << b1, b2, rotation::cross(b1, b2);
  }
  // The angular velocity from the rates of e1 and e2, all in the axes b.
  Vec3 turn(const Vec3& de1, const Vec3& de2) const noexcept {
    return {(de2[2] - k * de1[2] / l) / h, -de1[2] / l, de1[1] / l};
  }
  Vec3 rate(const Vec3& de1, const Vec3& de2) const noexcept {
    return R * turn(R.transpose() * de1, R.transpose() * de2);
  }
  // The forces on e1 and e2 equivalent to a torque, all in the axes b.
  struct Forces {
    Vec3 on_1, on_2;
  };
  Forces forces(const Vec3& T) const noexcept {
    return {{0, T[2] / l, -(T[1] + k / h * T[0]) / l}, {0, 0, T[0] / h}};
  }

  // Derivatives by (theta_1, theta_2, theta_3, l, k, h), in the axes b: of w for rates de1, de2
  // fixed in the world, and of the forces for a torque T fixed in the world.
  struct Derivatives {
    Vec3 w[6];
    Forces forces[6];
  };
  void derivatives(const Vec3& de1, const Vec3& de2, const Vec3& T, Derivatives& d) const noexcept {
    const Vec3 spin = turn(de1, de2);
    const Forces now = forces(T);
    for (int i = 0; i < 3; ++i) {
      d.w[i] = turn(beside(de1, i), beside(de2, i)) - beside(spin, i);
      d.forces[i] = forces(beside(T, i));
      d.forces[i].on_1 -= beside(now.on_1, i);
      d.forces[i].on_2 -= beside(now.on_2, i);
    }
    const Vec3 none = Vec3::Zero();
    d.w[3] = Vec3(k * de1[2] / (l * h), -spin[1], -spin[2]) / l;
    d.w[4] = {-de1[2] / (l * h), 0, 0};
    d.w[5] = {-spin[0] / h, 0, 0};
    d.forces[3] = {-now.on_1 / l, none};
    d.forces[4] = {{0, 0, -T[0] / (h * l)}, none};
    d.forces[5] = {{0, 0, k * T[0] / (h * h * l)}, -now.on_2 / h};
  }
  // Converts derivatives by these six parameters to derivatives by e1 and e2, in the axes b.
  void by_vectors(const Vec3* by, Mat3& by_1, Mat3& by_2) const noexcept {
    by_1.col(0) = by[3];
    by_1.col(1) = (1 / l) * (by[2] + h * by[4] - k * by[5]);
    by_1.col(2) = (-1 / l) * (by[1] + k / h * by[0]);
    by_2.col(0) = by[4];
    by_2.col(1) = by[5];
    by_2.col(2) = (1 / h) * by[0];
  }

 private:
  // The cross product of x and the unit vector i.
  static Vec3 beside(const Vec3& x, int i) noexcept {
    if (i == 0) return {0, x[2], -x[1]};
    if (i == 1) return {-x[2], 0, x[0]};
    return {x[1], -x[0], 0};
  }
};

}  // namespace takt::mechanism::natural
