// The heavy top with three translations as coordinates: a rigid body held at one point by the three
// constraint rows of a spherical joint.
//
//   m x'' = -m g e_z - lambda,   I w' = -w x I w + X x R' lambda,   0 = x - R X
//
// Terms used: x centre of mass in world axes; R(q) attitude, w angular velocity in body axes; X
// vector from the joint to the centre of mass, in body axes; I principal inertias about the centre
// of mass. G = [1, R hat X].
#pragma once

#include "takt/problem/rigid_body.hpp"

namespace takt::problem {

class HeavyTop final : public RigidBody<HeavyTop, 3> {
 public:
  static constexpr Parameter parameters[] = {
      {"m", 15, "kg", "mass", 0},
      {"g", 9.81, "m/s^2", "gravity along -z"},
      {"wy0", 150, "rad/s", "initial spin about the body's y"},
      {"wz0", -4.61538, "rad/s", "initial angular velocity about z"}};

  explicit HeavyTop(const Parameters& p)
      : RigidBody(p["m"], p["g"], {0.234375, 0.46875, 0.234375}, {"x", "y", "z"}), X_(0, 1, 0),
        w0_(0, p["wy0"], p["wz0"]) {}

  State initial() const override {
    State s = blank();
    s.q << X_, 1, 0, 0, 0;
    s.v << rotation::cross(w0_, X_), w0_;
    return s;
  }

  void constraint(const SizedPoint& h, OutVec<3> g) const noexcept {
    g = h.q.head<3>() - R(h) * X_;
  }
  void jacobian(const SizedPoint& h, OutMat<3, 6> G) const noexcept {
    G.leftCols<3>().setIdentity();
    G.rightCols<3>() = R(h) * rotation::skew(X_);
  }
  void curvature(const SizedPoint& h, const Vec<6>& w, Mat<3, 6>& B) const noexcept {
    B.rightCols<3>() = R(h) * rotation::skew(rotation::cross(w.tail<3>(), X_));
  }
  // G' l = (l, -X x y), y = R' l, dy = y x dtheta
  void reaction_gradient(const SizedPoint& h, const Vec<3>& l, Mat<6, 6>& D) const noexcept {
    D.bottomRightCorner<3, 3>() = -rotation::skew(X_) * rotation::skew(R(h).transpose() * l);
  }
  void reaction_product(const SizedPoint& h, const Vec<3>& l, const Vec<6>& w,
                        OutVec<6>& y) const noexcept {
    y << 0, 0, 0, -rotation::cross(X_, rotation::cross(R(h).transpose() * l, w.tail<3>()));
  }

 private:
  static rotation::Matrix3 R(const SizedPoint& h) noexcept {
    return rotation::matrix_of(h.q.tail<4>());
  }

  Vec<3> X_, w0_;
};

}  // namespace takt::problem
