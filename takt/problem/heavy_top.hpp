// The heavy top with three translations as coordinates: a rigid body held at one point by the three
// constraint rows of a spherical joint.
//
//   m x'' = -m g e_z - lambda,   I w' = -w x I w + X x R' lambda,   0 = x - R X
//
// Terms used: x centre of mass in world axes; R(q) attitude, w angular velocity in body axes; X
// vector from the joint to the centre of mass, in body axes; I principal inertias about the centre
// of mass. G = [1, R hat X].
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::problem {

class HeavyTop final : public DenseSystem<HeavyTop, 7, 6, 3> {
 public:
  static constexpr Parameter parameters[] = {
      {"m", 15, "kg", "mass", 0},
      {"g", 9.81, "m/s^2", "gravity along -z"},
      {"wy0", 150, "rad/s", "initial spin about the body's y"},
      {"wz0", -4.61538, "rad/s", "initial angular velocity about z"}};

  explicit HeavyTop(const Parameters& p)
      : m_(p["m"]), g_(p["g"]), I_(0.234375, 0.46875, 0.234375), X_(0, 1, 0),
        w0_(0, p["wy0"], p["wz0"]) {
    name({"x", "y", "z", "qw", "qx", "qy", "qz"}, {"x", "y", "z"});
    names_.v = {"vx", "vy", "vz", "wx", "wy", "wz"};
    names_.q_units = {"m", "m", "m", "1", "1", "1", "1"};
    names_.v_units = {"m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s"};
    shape_.constant_mass = true;
    shape_.plain_coordinates = false;
  }

  State initial() const override {
    State s = blank();
    s.q << X_, 1, 0, 0, 0;
    s.v << rotation::cross(w0_, X_), w0_;
    return s;
  }

  void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept override {
    Vec<7> moved;
    moved << q.head<3>() + dq.head<3>(), rotation::retract(q.segment<4>(3), dq.segment<3>(3));
    out = moved;
  }
  void increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept override {
    Vec<6> rate;
    rate << v.head<3>(), rotation::dexp_inverse(dq.segment<3>(3), v.segment<3>(3));
    out = rate;
  }
  void magnitude(const Vector& q, Vector& out) const noexcept override {
    Vec<6> size = Vec<6>::Ones();
    size.head<3>() = q.head<3>().cwiseAbs();
    out = size;
  }

  double potential(const Point& p, Scratch&) const noexcept override { return m_ * g_ * p.q[2]; }

  void mass(const SizedPoint&, OutMat<6, 6> M) const noexcept { M.diagonal() << m_, m_, m_, I_; }
  void force(const SizedPoint& h, OutVec<6> f) const noexcept {
    f << 0, 0, -m_ * g_, -rotation::gyroscopic(I_, h.v.tail<3>());
  }
  void damping(const SizedPoint& h, OutMat<6, 6> C) const noexcept {
    C.bottomRightCorner<3, 3>() = rotation::gyroscopic_w(I_, h.v.tail<3>());
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

  double m_, g_;
  Vec<3> I_, X_, w0_;
};

}  // namespace takt::problem
