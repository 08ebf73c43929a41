// Body forces on frames in natural coordinates, used by forces.cpp and between.cpp.
//
// Terms used: p is the origin of the frame, e1 and e2 its axes x and y. These are its three
// carriers.
#pragma once

#include "takt/mechanism/natural/attitude.hpp"
#include "takt/mechanism/natural/carriers.hpp"

namespace takt::mechanism::natural {

// The frame that a body force acts on: its motion and the arguments of the force.
struct FramePoint {
  Vec3 y[3], dy[3];
  Attitude attitude;
  Signals<FrameForce> signals;
  element::BodyForceIn in;

  FramePoint(const Equations& e, const FrameForce& f, const double* x, const double* v,
             const Point& p) noexcept
      : attitude(read(e, f, x, v)), signals(f, p.u) {
    in.R = attitude.R;
    in.p = y[0];
    in.v = dy[0];
    in.w = attitude.rate(dy[1], dy[2]);
    in.z = p.z.data() + f.state;
    in.u = signals.u;
    in.du = signals.du;
  }
  FramePoint(const FramePoint&) = delete;
  FramePoint& operator=(const FramePoint&) = delete;

 private:
  Attitude read(const Equations& e, const FrameForce& f, const double* x,
                const double* v) noexcept {
    for (int k = 0; k < 3; ++k) {
      const Combination& c = e.carriers[f.first_carrier + k];
      y[k] = value_of(e, c, x);
      dy[k] = rate_of(e, c, v);
    }
    return {y[1], y[2]};
  }
};

// f += W' N, N = (F, W1'T, W2'T).
void add_wrench(const Equations&, const FrameForce&, const Attitude&, const Vec6& wrench,
                Vector& f) noexcept;
void add(const Equations&, const FrameForce&, const Point&, const Forces&) noexcept;
// Adds half the stiffness at the midpoint. If the force has a discrete gradient by the position of
// the frame (BodyForce::between), its derivative replaces that part.
void add_discrete_stiffness(const Equations&, const FrameForce&, const Between&,
                            linear::Patterned& K) noexcept;
void add_stiffness_product(const Equations&, const FrameForce&, const Point&, Vector& y) noexcept;

}  // namespace takt::mechanism::natural
