// A bushing: three measures from one frame to one point, along the x, y and z axis of the frame.
// The three differ only in the axis, so ends and columns are computed once, and the force law is
// turned to world axes before the stiffness is added for all pairs of columns.
//
//   s_i = x_i.d,   ds_i/dq_k = x_i.t_k,   d(s_i')/dq_k = x_i.r_k
//   t_k = +-m_k,   r_k = +-(w_k x p_b' + psi_k at p_b) - w_a x t_k
//   sum_i Q_i d2s_i/dq_j dq_k = t_l.h_u,   h_k = +-(F x w_k)
//
// Terms used: d = p_b - p_a; x_i an axis on a; m_k the velocity at p_b for a unit of q_k', w_k the
// angular velocity of that motion, w_a the angular velocity of a. The sign is - if q_k moves a.
// F = sum_i Q_i x_i. On the path through the tree from a to b, u is the first of j and k, l the
// second. If both belong to one group, u is k if they move b, and j if they move a. Two columns of one
// general motion add F at p_b times S_j,k, with the sign of t_k (world_motion.hpp).
#pragma once

#include "takt/element/force/law.hpp"
#include "takt/mechanism/tree/measure_gradient.hpp"

namespace takt::mechanism {

class Bushing {
 public:
  // Writes the three measures and their rates to s and ds.
  Bushing(const Ends&, const WorldMotion&, double* s, double* ds) noexcept;

  void set_force(const element::LawOut&) noexcept;
  void add_force(Vector& f) const noexcept;  // f += its force; after set_force
  void load(double* wrench) const noexcept;  // the same as wrenches on the groups of the two ends

  // Adds to K and C, one of which may be null, at place[k n + j] for the columns j and k. After
  // set_force. The law must contain derivatives, the WorldMotion rates. `memory` has 6 n values.
  void stiffen(const element::LawOut&, const int* place, double* K, double* C,
               double* memory) const noexcept;

 private:
  template <bool with_K, bool with_C>
  void pairs(const Mat3& A, const Mat3& B, const int* place, double* K, double* C, const double* t,
             const double* h) const noexcept;

  const Ends& ends_;
  const WorldMotion& world_;
  Vec3 b_, db_;   // the point on the second end, from o, and its velocity
  Vec3 axis_[3];  // x_i, on the first end
  Vec3 F_;
};

}  // namespace takt::mechanism
