// A thin disc that rolls without slip on the plane z = 0: one position constraint and two
// constraints at velocity level.
//
//   m x'' = -m g e_z - L,   I w' = -w x I w - rho x R' L,   L = (lambda_2, lambda_3, lambda_1)
//   0 = z - r s,   0 = horizontal part of v + R (w x rho)
//
// Terms used: x centre in world axes, R(q) attitude, w angular velocity in body axes; the axis of
// the disc is the body's y. k = R' e_z, s = sqrt(1 - k_y^2), n = (k_x, 0, k_z)/s upward direction
// in the disc, t = (-n_z, 0, n_x); rho = -r n vector from the centre to the contact point, in body
// axes; drho/dtheta = -(r/s) t (t x k)'. G = [1, -R hat rho], the row of z first.       004 sec. 4
#pragma once

#include <cmath>
#include <numbers>

#include "takt/problem/rigid_body.hpp"

namespace takt::problem {

class RollingDisc final : public RigidBody<RollingDisc, 3> {
 public:
  static constexpr Parameter parameters[] = {
      {"m", 1, "kg", "mass", 0},
      {"r", 0.5, "m", "radius", 0},
      {"g", 9.81, "m/s^2", "gravity along -z"},
      {"tilt", 10 * std::numbers::pi / 180, "rad", "initial angle to the vertical",
       -std::numbers::pi / 2, std::numbers::pi / 2},
      {"speed", 2, "m/s", "initial speed"}};

  explicit RollingDisc(const Parameters& p)
      : RigidBody(p["m"], p["g"], inertia(p["m"], p["r"]), {"contact", "slip_x", "slip_y"}),
        r_(p["r"]), tilt_(p["tilt"]), speed_(p["speed"]) {
    shape_.row_level = {RowLevel::position, RowLevel::velocity, RowLevel::velocity};
  }

  State initial() const override {
    State s = blank();
    s.q << 0, 0, r_ * std::cos(tilt_), std::cos(tilt_ / 2), std::sin(tilt_ / 2), 0, 0;
    s.v << speed_, 0, 0, 0, speed_ / r_, 0;
    return s;
  }

  void constraint(const SizedPoint& h, OutVec<3> g) const noexcept {
    g << h.q[2] - r_ * Contact(h, r_).s, 0, 0;
  }
  void jacobian(const SizedPoint& h, OutMat<3, 6> G) const noexcept {
    const Contact c(h, r_);
    G(0, 2) = G(1, 0) = G(2, 1) = 1;
    G.rightCols<3>() = rows(-c.R * rotation::skew(c.rho));
  }
  void curvature(const SizedPoint& h, const Vec<6>& w, Mat<3, 6>& B) const noexcept {
    const Contact c(h, r_);
    const rotation::Vector3 turn = w.tail<3>();
    B.rightCols<3>() =
        rows(c.R * (rotation::skew(turn) * c.rho_q - rotation::skew(rotation::cross(turn, c.rho))));
  }
  // G' l = (L, rho x y), y = R' L, dy = y x dtheta
  void reaction_gradient(const SizedPoint& h, const Vec<3>& l, Mat<6, 6>& D) const noexcept {
    const Contact c(h, r_);
    const rotation::Matrix3 Y = rotation::skew(c.R.transpose() * Vec<3>(l[1], l[2], l[0]));
    D.bottomRightCorner<3, 3>() = rotation::skew(c.rho) * Y - Y * c.rho_q;
  }

 private:
  static Vec<3> inertia(double m, double r) noexcept {
    return {m * r * r / 4, m * r * r / 2, m * r * r / 4};
  }

  struct Contact {
    rotation::Matrix3 R, rho_q;
    rotation::Vector3 rho;
    double s;
    Contact(const SizedPoint& h, double r) noexcept : R(rotation::matrix_of(h.q.tail<4>())) {
      const rotation::Vector3 k = R.row(2).transpose();
      s = std::sqrt(k[0] * k[0] + k[2] * k[2]);
      const rotation::Vector3 n(k[0] / s, 0, k[2] / s), t(-n[2], 0, n[0]);
      rho = -r * n;
      rho_q = -(r / s) * t * rotation::cross(t, k).transpose();
    }
  };

  // Sorts the rows of the world components x, y, z into the order of the constraint rows.
  static rotation::Matrix3 rows(const rotation::Matrix3& A) noexcept {
    rotation::Matrix3 B;
    B << A.row(2), A.row(0), A.row(1);
    return B;
  }

  double r_, tilt_, speed_;
};

}  // namespace takt::problem
