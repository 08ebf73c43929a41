// A frame seen from above: its place x, y on the ground and the components of its axis x along x and
// y. Drivers and controllers of speed look at a vehicle so, and push none of the four, so that
// neither pull.hpp nor curvature is needed.
//
//   s = (o + y, a)       G_k = (S_k at y, w_k x a)       s' = (V at y, W x a)
//   d(s')/dq_k = (w_k x y' + psi_k at y, w_k x a' + psi_w x a)
//
// Terms used: y the point from o, a the axis; S_k, psi_k, V as in world.hpp, with w_k, psi_w and W
// what they turn with. Of all vectors the components x and y.
#pragma once

#include "takt/mechanism/joint/pull.hpp"

namespace takt::mechanism {

struct FromAbove {
  static constexpr int measures = 4;
  // Rows of G, and with `rates` of Gd, for the columns of `ends`; these have `stride` between them.
  static void look(const Ends&, const World&, bool rates, double* s, double* ds, double* G,
                   double* Gd, Index stride) noexcept;
};

}  // namespace takt::mechanism
