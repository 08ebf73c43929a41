// Frames: pose of a body, a joint or a sensor, and its motion.
//
// Terms used: R rotates vectors from the axes of the frame to the axes it is given in; p its
// origin; w angular velocity, v velocity of the origin.
#pragma once

#include <Eigen/Core>

#include "takt/spatial/rotation.hpp"

namespace takt {

using Vec3 = Eigen::Matrix<double, 3, 1>;
using Mat3 = Eigen::Matrix<double, 3, 3>;
using Vec6 = Eigen::Matrix<double, 6, 1>;  // angular part first
using Mat6 = Eigen::Matrix<double, 6, 6>;

struct Frame {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();

  Vec3 operator*(const Vec3& point) const noexcept { return R * point + p; }
  Frame operator*(const Frame& inner) const noexcept { return {R * inner.R, R * inner.p + p}; }
  Frame inverse() const noexcept { return {R.transpose(), -(R.transpose() * p)}; }
};

// A frame with its velocities and accelerations, all in world axes.
struct Motion {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();   // origin
  Vec3 w = Vec3::Zero();   // angular velocity
  Vec3 v = Vec3::Zero();   // velocity of the origin
  Vec3 dw = Vec3::Zero();  // angular acceleration
  Vec3 dv = Vec3::Zero();  // acceleration of the origin

  // The motion of a frame that is fixed to this one.
  Motion of(const Frame& f) const noexcept {
    const Vec3 s = R * f.p;
    const Vec3 ws = rotation::cross(w, s);
    return {R * f.R, p + s, w, v + ws, dw, dv + rotation::cross(dw, s) + rotation::cross(w, ws)};
  }
  // Pose and velocities relative to another frame, in its axes; the accelerations are left zero.
  Motion seen_from(const Motion& a) const noexcept {
    const Vec3 r = p - a.p;
    Motion m;
    m.R.noalias() = a.R.transpose() * R;
    m.p.noalias() = a.R.transpose() * r;
    m.w.noalias() = a.R.transpose() * (w - a.w);
    m.v.noalias() = a.R.transpose() * (v - a.v - rotation::cross(a.w, r));
    return m;
  }
};

}  // namespace takt
