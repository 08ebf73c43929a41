// A test system with an auxiliary state: a mass on a spring, and on a second spring in series with
// a damper, whose deflection is the state.
//
//   x'' = -a x - c z,   z' = v - k z (1 + b z^2)
//
// Terms used: z deflection of the second spring, which decays through the damper with the rate k.
// Smooth; linear for b = 0, stiff for large k. It declares its state as stiff.
#pragma once

#include "takt/problem/dense_system.hpp"
#include "tests/support/systems.hpp"

namespace takt::test {

class MaxwellSpring final : public problem::DenseSystem<MaxwellSpring, 1, 1, 0, 1>,
                            public Conservative,
                            public Loads {
 public:
  struct Numbers {
    double a = 1, c = 20, k = 5, b = 2, z0 = 0.3;
  };
  explicit MaxwellSpring(const Numbers& n) : n_(n) {
    name({"x"}, {}, {"deflection"});
    shape_.constant_mass = true;
    shape_.conservative = true;
    shape_.quadratic_constraints = true;  // because there are no constraints
    shape_.stiff_states = {{0, 1}};
  }

  State initial() const override {
    State s = blank();
    s.q[0] = 1;
    s.v[0] = 0.5;
    s.z[0] = n_.z0;
    return s;
  }

  double potential(const Point& p, Scratch&) const noexcept override {
    return 0.5 * n_.a * p.q[0] * p.q[0];
  }
  const Conservative* conservative() const noexcept override { return this; }
  void discrete_force(const Between& b, Vector& f, Scratch&) const noexcept override {
    f[0] = -0.5 * n_.a * (b.q0[0] + b.q1[0]) - n_.c * b.middle.z[0];
  }
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override {
    K.values()[0] = 0.5 * n_.a;
  }
  void discrete_jacobian(const Between&, linear::Patterned&, Scratch&) const noexcept override {}
  const Loads* loads() const noexcept override { return this; }
  void conservative_force(const Between& b, Vector& f, Scratch&) const noexcept override {
    f[0] = -0.5 * n_.a * (b.q0[0] + b.q1[0]);
  }
  void conservative_stiffness(const Between&, linear::Patterned& K,
                              Scratch&) const noexcept override {
    K.values()[0] = 0.5 * n_.a;
  }
  void load(const Point& p, Vector& f, Scratch&) const noexcept override { f[0] = -n_.c * p.z[0]; }
  void add_load_stiffness(const Point&, double, linear::Patterned&,
                          Scratch&) const noexcept override {}

  void mass(const SizedPoint&, OutMat<1, 1> M) const noexcept { M(0, 0) = 1; }
  void force(const SizedPoint& h, OutVec<1> f) const noexcept {
    f[0] = -n_.a * h.q[0] - n_.c * h.z[0];
  }
  void stiffness(const SizedPoint&, OutMat<1, 1> K) const noexcept { K(0, 0) = n_.a; }
  void stiffness_product(const SizedPoint&, const Vec<1>& w, OutVec<1>& y) const noexcept {
    y[0] = n_.a * w[0];
  }
  void damping(const SizedPoint&, OutMat<1, 1> C) const noexcept { C(0, 0) = 0; }
  void auxiliary(const SizedPoint& h, OutVec<1> e) const noexcept {
    e[0] = h.v[0] - n_.k * h.z[0] * (1 + n_.b * h.z[0] * h.z[0]);
  }
  void auxiliary_jacobian(const SizedPoint& h, OutMat<1, 1> e_q, OutMat<1, 1> e_v,
                          OutMat<1, 1> e_z) const noexcept {
    e_q(0, 0) = 0;
    e_v(0, 0) = 1;
    e_z(0, 0) = -n_.k * (1 + 3 * n_.b * h.z[0] * h.z[0]);
  }
  void force_z(const SizedPoint&, OutMat<1, 1> f_z) const noexcept { f_z(0, 0) = -n_.c; }

 private:
  Numbers n_;
};

// The same system, but all its auxiliary states are declared stiff, each in a block of its own.
class SaysItIsStiff final : public Wrapped {
 public:
  explicit SaysItIsStiff(std::shared_ptr<const EquationsOfMotion> inner)
      : Wrapped(std::move(inner)) {
    shape_.conservative = false;  // is not forwarded
    for (Index i = 0; i < shape_.nz; ++i) shape_.stiff_states.push_back({i, 1});
  }
};

}  // namespace takt::test
