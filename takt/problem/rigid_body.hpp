// Base of systems that are one rigid body under gravity, with ng constraint rows.
//
//   m x'' = -m g e_z - ...,   I w' = -w x I w - ...
//
// Terms used: x centre of mass in world axes; q = (x, quaternion of the attitude); v = (x', w), w
// angular velocity in body axes; I principal inertias about the centre of mass.
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::problem {

template <class Self, int ng> class RigidBody : public DenseSystem<Self, 7, 6, ng> {
  using Base = DenseSystem<Self, 7, 6, ng>;

 public:
  using typename Base::SizedPoint;
  template <int n> using Vec = typename Base::template Vec<n>;
  template <int n> using OutVec = typename Base::template OutVec<n>;
  template <int r, int c> using OutMat = typename Base::template OutMat<r, c>;

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
    size.template head<3>() = q.head<3>().cwiseAbs();
    out = size;
  }

  double potential(const Point& p, Scratch&) const noexcept override { return m_ * g_ * p.q[2]; }

  void mass(const SizedPoint&, OutMat<6, 6> M) const noexcept { M.diagonal() << m_, m_, m_, I_; }
  void force(const SizedPoint& h, OutVec<6> f) const noexcept {
    f << 0, 0, -m_ * g_, -rotation::gyroscopic(I_, h.v.template tail<3>());
  }
  void damping(const SizedPoint& h, OutMat<6, 6> C) const noexcept {
    C.template bottomRightCorner<3, 3>() = rotation::gyroscopic_w(I_, h.v.template tail<3>());
  }

 protected:
  RigidBody(double m, double g, const Vec<3>& I, std::vector<std::string> rows)
      : m_(m), g_(g), I_(I) {
    this->name({"x", "y", "z", "qw", "qx", "qy", "qz"}, std::move(rows));
    this->names_.v = {"vx", "vy", "vz", "wx", "wy", "wz"};
    this->names_.q_units = {"m", "m", "m", "1", "1", "1", "1"};
    this->names_.v_units = {"m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s"};
    this->shape_.constant_mass = true;
    this->shape_.plain_coordinates = false;
  }

  double m_, g_;
  Vec<3> I_;
};

}  // namespace takt::problem
