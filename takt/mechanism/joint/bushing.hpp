// Three measures along x, y and z of one frame to one point, together: nothing but the axis differs
// between them, so ends and columns are found once, and the law is turned into world axes before
// columns are paired.
//
//   s_i = x_i.d,   ds_i/dq_k = x_i.t_k,   d(s_i')/dq_k = x_i.r_k
//   t_k = +-m_k,   r_k = +-(w_k x p_b' + psi_k at p_b) - w_a x t_k
//   sum_i Q_i d2s_i/dq_j dq_k = t_l.h_u,   h_k = +-(F x w_k)
//
// Terms used: d = p_b - p_a; x_i an axis on a; m_k the motion by q_k at p_b, w_k its turn, w_a that
// of a; - where q_k moves a; F = sum_i Q_i x_i. On the way through the tree from a to b, u is the
// first of j and k, l the second; where both are of one group, u is k if they move b, j if they
// move a.
#pragma once

#include "takt/element/force/law.hpp"
#include "takt/mechanism/joint/pull.hpp"

namespace takt::mechanism {

class Bushing {
 public:
  // Leaves the three measures and their rates in s and ds.
  Bushing(const Ends&, const World&, double* s, double* ds) noexcept;

  void set_force(const element::LawOut&) noexcept;
  void push(Vector& f) const noexcept;       // f += its force; after set_force
  void load(double* wrench) const noexcept;  // the same to the wrenches of the two groups

  // Adds to K and C, of which one may be null, at place[k n + j] of the columns j and k. After
  // set_force; of a law with derivatives and a world with rates. `memory` is for 6 n values.
  void stiffen(const element::LawOut&, const int* place, double* K, double* C,
               double* memory) const noexcept;

 private:
  template <bool with_K, bool with_C>
  void pairs(const Mat3& A, const Mat3& B, const int* place, double* K, double* C, const double* t,
             const double* h) const noexcept;

  const Ends& ends_;
  const World& world_;
  Vec3 b_, db_;   // the point on the second end, from o, and its rate
  Vec3 axis_[3];  // on the first end
  Vec3 F_;
};

}  // namespace takt::mechanism
