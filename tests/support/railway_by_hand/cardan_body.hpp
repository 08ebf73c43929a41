// A rigid body by its centre of mass and Cardan angles: yaw about z, then roll about x, then pitch
// or spin about y.
//
//   R = R_z(yaw) R_x(roll) R_y(pitch)
//   m r'' = F,   E' (I (E w' + E' w) + (E w) x I (E w)) = E' tau
//
// Terms used: E the matrix that gives the angular velocity in body axes, E w with w = (yaw', roll',
// pitch'). A wheelset rotates with `spin` + pitch'. Its inertias about x and z are equal, so that
// its angle of rotation does not matter, and pitch is measured relative to this rotation.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <string>

#include "takt/spatial/dual.hpp"

namespace takt::by_hand {

using Vec3 = Triple<double>;

struct CardanBody {
  std::string name;
  double mass = 0;
  Vec3 inertia;     // about the axes of the body, kg m^2
  Vec3 place;       // of the centre of mass if all coordinates are zero
  double spin = 0;  // rad/s
  // of x, y, z, yaw, roll, pitch; -1: prescribed.
  std::array<int, 6> column{-1, -1, -1, -1, -1, -1};
};

template <class T> struct Pose {
  Triple<T> r, dr;       // centre of mass and its velocity
  Triple<T> ex, ey, ez;  // axes of the body; the last rotation is about ey
  Triple<T> roll_axis;   // the first rotation is about z
  Triple<T> w;           // angular velocity, world axes

  Pose(const Vec3& place, const T* q, const T* v) noexcept {
    using std::cos, std::sin;
    const T cy = cos(q[3]), sy = sin(q[3]), cr = cos(q[4]), sr = sin(q[4]), cp = cos(q[5]),
            sp = sin(q[5]);
    r = {place.x + q[0], place.y + q[1], place.z + q[2]};
    dr = {v[0], v[1], v[2]};
    const T srsp = sr * sp, srcp = sr * cp;
    ex = {cy * cp - sy * srsp, sy * cp + cy * srsp, -(cr * sp)};
    ey = {-(sy * cr), cy * cr, sr};
    ez = {cy * sp + sy * srcp, sy * sp - cy * srcp, cr * cp};
    roll_axis = {cy, sy, T(0)};
    w = v[4] * roll_axis + v[5] * ey;
    w.z += v[3];
  }

  Triple<T> to_world(const Triple<T>& p) const noexcept { return p.x * ex + p.y * ey + p.z * ez; }
  Triple<T> to_body(const Triple<T>& p) const noexcept {
    return {dot(ex, p), dot(ey, p), dot(ez, p)};
  }

  // Adds the generalised forces of a force at a point given in world axes.
  void push(const Triple<T>& force, const Triple<T>& at, T* Q) const noexcept {
    const Triple<T> torque = cross(at - r, force);
    Q[0] += force.x;
    Q[1] += force.y;
    Q[2] += force.z;
    Q[3] += torque.z;
    Q[4] += dot(roll_axis, torque);
    Q[5] += dot(ey, torque);
  }
};

// The block of the mass matrix for the angles.
inline Eigen::Matrix3d rotational_mass(const CardanBody& b, double roll, double pitch) noexcept {
  const double cr = std::cos(roll), sr = std::sin(roll), cp = std::cos(pitch), sp = std::sin(pitch);
  Eigen::Matrix3d E, M;
  E << -sp * cr, cp, 0, sr, 0, 1, cp * cr, sp, 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      M(i, j) = M(j, i) = b.inertia.x * E(0, i) * E(0, j) + b.inertia.y * E(1, i) * E(1, j) +
                          b.inertia.z * E(2, i) * E(2, j);
  return M;
}

// The left side of the equation for the angles: angle = (yaw, roll, pitch), rate = angle', and
// `acceleration` angle''.
template <class T>
std::array<T, 3> rotational_inertia(const CardanBody& b, const std::array<T, 3>& angle,
                                    const std::array<T, 3>& rate,
                                    const std::array<T, 3>& acceleration) noexcept {
  using std::cos, std::sin;
  const T cr = cos(angle[1]), sr = sin(angle[1]), cp = cos(angle[2]), sp = sin(angle[2]);
  const T turn = rate[2] + b.spin;
  const Triple<T> of_yaw{-(sp * cr), sr, cp * cr}, of_roll{cp, T(0), sp};
  const Triple<T> of_yaw_dot{sp * sr * rate[1] - cp * cr * turn, cr * rate[1],
                             -(cp * sr * rate[1]) - sp * cr * turn};
  const Triple<T> of_roll_dot{-(sp * turn), T(0), cp * turn};
  Triple<T> w = rate[0] * of_yaw + rate[1] * of_roll;
  w.y += turn;
  Triple<T> dw = acceleration[0] * of_yaw + acceleration[1] * of_roll + rate[0] * of_yaw_dot +
                 rate[1] * of_roll_dot;
  dw.y += acceleration[2];
  const Vec3& I = b.inertia;
  const Triple<T> L{I.x * w.x, I.y * w.y, I.z * w.z};
  const Triple<T> torque = Triple<T>{I.x * dw.x, I.y * dw.y, I.z * dw.z} + cross(w, L);
  return {dot(of_yaw, torque), dot(of_roll, torque), torque.y};
}

}  // namespace takt::by_hand
