// A frame seen from above: its position x, y on the ground and the x and y components of its x
// axis. Driver models and speed controllers measure these four values of a vehicle. No force acts
// along them, so neither measure_gradient.hpp nor second derivatives are needed.
//
//   s = (o + y, a)       G_k = (S_k at y, w_k x a)       s' = (V at y, W x a)
//   d(s')/dq_k = (w_k x y' + psi_k at y, w_k x a' + psi_w x a)
//
// Terms used: y is the point from o, a the axis; S_k, psi_k, V as in world_motion.hpp, with angular
// parts w_k, psi_w and W. Only the x and y components of all vectors are used.
#pragma once

#include "takt/mechanism/tree/measure_gradient.hpp"

namespace takt::mechanism {

struct PlanView {
  static constexpr int measures = 4;
  // Computes the rows of G, and with `rates` those of Gd, for the columns of `ends`. `stride` is
  // the distance between two rows.
  static void look(const Ends&, const WorldMotion&, bool rates, double* s, double* ds, double* G,
                   double* Gd, Index stride) noexcept;
};

}  // namespace takt::mechanism
