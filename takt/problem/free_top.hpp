// A rigid body that rotates freely: Euler's equations on unit quaternions.
//
//   I w' = -w x I w,   q' = q (x) (0, w)/2
//
// Terms used: q = (qw, qx, qy, qz) attitude, w angular velocity in body axes, I principal inertias.
#pragma once

#include "takt/problem/dense_system.hpp"
#include "takt/problem/parameters.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::problem {

class FreeTop final : public DenseSystem<FreeTop, 4, 3, 0> {
 public:
  static constexpr Parameter parameters[] = {{"I1", 1, "kg m^2", "inertia about x", 0},
                                             {"I2", 2, "kg m^2", "inertia about y", 0},
                                             {"I3", 3, "kg m^2", "inertia about z", 0},
                                             {"wx0", 1, "rad/s", "initial velocity about x"},
                                             {"wy0", 1, "rad/s", "initial velocity about y"},
                                             {"wz0", 1, "rad/s", "initial velocity about z"}};

  explicit FreeTop(const Parameters& p)
      : I_(p["I1"], p["I2"], p["I3"]), w0_(p["wx0"], p["wy0"], p["wz0"]) {
    name({"qw", "qx", "qy", "qz"}, {});
    names_.v = {"wx", "wy", "wz"};
    names_.q_units.assign(4, "1");
    names_.v_units.assign(3, "rad/s");
    shape_.constant_mass = true;
    shape_.plain_coordinates = false;
  }

  State initial() const override {
    State s = blank();
    s.q[0] = 1;
    s.v = w0_;
    return s;
  }

  void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept override {
    out = rotation::retract(q.head<4>(), dq.head<3>());
  }
  void increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept override {
    out = rotation::dexp_inverse(dq.head<3>(), v.head<3>());
  }
  void magnitude(const Vector&, Vector& out) const noexcept override { out = Vec<3>::Ones(); }

  double potential(const Point&, Scratch&) const noexcept override { return 0; }

  void mass(const SizedPoint&, OutMat<3, 3> M) const noexcept { M.diagonal() = I_; }
  void force(const SizedPoint& h, OutVec<3> f) const noexcept {
    f = -rotation::gyroscopic(I_, h.v);
  }
  void damping(const SizedPoint& h, OutMat<3, 3> C) const noexcept {
    C = rotation::gyroscopic_w(I_, h.v);
  }

 private:
  Vec<3> I_, w0_;
};

}  // namespace takt::problem
