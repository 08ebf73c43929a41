// Body forces between two bodies in natural coordinates: the motion of the frame b that the force
// acts on is seen from the frame a of the other body (element/force/body_force.hpp).
//
// Over a step of a conserving method they act as at its midpoint.
#pragma once

#include "takt/mechanism/natural/attitude.hpp"
#include "takt/mechanism/natural/carriers.hpp"

namespace takt::mechanism::natural {

// [0]: b, [1]: a everywhere in this file; PairForce of the tree has side 0 = a, 1 = b.
struct PairPoint {
  Vec3 y[6], dy[6];  // carriers of b, then of a
  Attitude attitude[2];
  Motion b, a;  // world axes
  Signals<PairForce> signals;
  element::BodyForceIn in;

  PairPoint(const Equations&, const PairForce&, const Point&) noexcept;
  PairPoint(const PairPoint&) = delete;
  PairPoint& operator=(const PairPoint&) = delete;

  // The wrenches on b and on a, each about its origin, in world axes. `wrench`: as the force gives it.
  void wrenches(const Vec6& wrench, Vec6 (&on)[2]) const noexcept;
};

void add_wrench(const Equations&, const PairForce&, const PairPoint&, const Vec6& wrench,
                Vector& f) noexcept;
void add(const Equations&, const PairForce&, const Point&, const Forces&) noexcept;
void add_stiffness(const Equations&, const PairForce&, const Point&, linear::Patterned& K,
                   double c) noexcept;
void add_stiffness_product(const Equations&, const PairForce&, const Point&, Vector& y) noexcept;

}  // namespace takt::mechanism::natural
