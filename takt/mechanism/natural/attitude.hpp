// The attitude two vectors give by Gram-Schmidt, its rate, torques on them, and derivatives.
//
//   b1 = e1/|e1|,  b2 = (e2 - k b1)/h,  k = e2.b1,  h = |e2 - k b1|,  b3 = b1 x b2,  l = |e1|
//   w = W1 e1' + W2 e2',  W1 = (b3 b2' - b2 b3')/l - k/(l h) b1 b3',  W2 = b1 b3'/h
//
// defined for any e1, e2, also where they are not orthonormal: the forces W1'T, W2'T on e1 and e2
// have the power T.w in every motion, rigid or not.
//
// In the axes b all of this is sparse, and a fixed vector x changes its components by x x dtheta:
//   w = ((e2'_3 - k e1'_3/l)/h, -e1'_3/l, e1'_2/l)
//   W1'T = (0, T_3, -T_2 - k/h T_1)/l,   W2'T = (0, 0, T_1)/h
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
  // W in the axes b: from rates there to the angular velocity there.
  Vec3 turn(const Vec3& de1, const Vec3& de2) const noexcept {
    return {(de2[2] - k * de1[2] / l) / h, -de1[2] / l, de1[1] / l};
  }
  Vec3 rate(const Vec3& de1, const Vec3& de2) const noexcept {
    return R * turn(R.transpose() * de1, R.transpose() * de2);
  }
  // Forces on e1 and e2, torque and forces in the axes b.
  struct Forces {
    Vec3 on_1, on_2;
  };
  Forces forces(const Vec3& T) const noexcept {
    return {{0, T[2] / l, -(T[1] + k / h * T[0]) / l}, {0, 0, T[0] / h}};
  }

  // What a change of e1, e2 does, all in the axes b: to the attitude; to w at rates de1, de2 and to
  // the forces at a torque T that are fixed in the world.
  struct Change {
    Vec3 theta, w;
    Forces forces;
  };
  Change change(const Vec3& by_1, const Vec3& by_2, const Vec3& de1, const Vec3& de2,
                const Vec3& T) const noexcept {
    using rotation::cross;
    Change c;
    c.theta = turn(by_1, by_2);
    const double dl = by_1[0], dk = by_2[0] + h * c.theta[2], dh = by_2[1] - k * c.theta[2];
    const Vec3 d1 = cross(de1, c.theta), d2 = cross(de2, c.theta), dT = cross(T, c.theta);
    const Vec3 w = turn(de1, de2);
    c.w = turn(d1, d2) + cross(c.theta, w);
    c.w[0] -= (de1[2] * (dk - k * dl / l) / l + w[0] * dh) / h;
    c.w[1] -= w[1] * dl / l;
    c.w[2] -= w[2] * dl / l;
    const Forces now = forces(T);
    c.forces = forces(dT);
    c.forces.on_1 += cross(c.theta, now.on_1) - dl / l * now.on_1;
    c.forces.on_1[2] -= T[0] * (dk - k / h * dh) / (h * l);
    c.forces.on_2 += cross(c.theta, now.on_2) - dh / h * now.on_2;
    return c;
  }
};

}  // namespace takt::mechanism::natural
