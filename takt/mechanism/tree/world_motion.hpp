// Poses, twists and accelerations of a tree in world axes, for loop closures, forces and all
// derivatives.
//
// Spatial vectors are given in an inertial frame with world axes. Its origin o is, at each
// evaluation, the position of the first floating body, so that a vehicle far from the world's
// origin loses no digits. The choice of o adds no terms, because o is constant when derivatives are
// taken.
//
//   V_g = V_p + S_g v_g              dS_k = S_j x S_k   if q_j moves column k (j above k or in the
//   A_g = A_p + S_g a_g + V_g x S_g v_g                  same group; S_k x S_k = 0)
//   dV_b/dq_k = S_k x V_b + psi_k              psi_k = V_p x S_k
//   dA_b/dq_k = S_k x A_b + psi_k x V_b + phi_k,  phi_k = A_p x S_k + V_p x psi_k
//   dA_b/dv_k = S_k x V_b + chi_k,             chi_k = (V_p + V_g) x S_k
//
// The columns of a general motion (element/joint/motion.hpp) also change in the axes of their link.
// With S_k,j that change for a unit of q_j, and sums over the coordinates of the group,
//   dS_k = S_j x S_k + S_k,j    if j and k belong to it
//   psi_k = V_p x S_k + w_k,    w_k = sum_i S_i,k v_i,    A_g = A_p + sum_k (S_k a_k + psi_k v_k)
//   phi_k = A_p x S_k + V_p x psi_k + V_g x w_k + sum_i S_i,k a_i + sum_ij S_i,jk v_i v_j
//   chi_k = 2 psi_k,            because S_i,k - S_k,i = S_i x S_k
// and a force F on the link and all it carries adds F.S_j,k to the derivative of F.S_j by q_k.
//
// Terms used: a group is a set of columns moved together (one column of a simple joint, three of a
// quaternion, three of a translation, all of a general motion; a floating link has two groups); S
// motion columns; V twist;
// A acceleration; p the parent group of g.
//                                   Featherstone; Singh, Russell, Wensing 2022 (derivatives)
#pragma once

#include "takt/base/list.hpp"
#include "takt/mechanism/tree/tree.hpp"

namespace takt::mechanism {

// m1 x m2 of motions; m x* f on forces.
inline Vec6 cross_motion(const Vec6& a, const Vec6& b) noexcept {  // written out: used everywhere
  Vec6 r;
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
  r[3] = a[4] * b[2] - a[5] * b[1] + (a[1] * b[5] - a[2] * b[4]);
  r[4] = a[5] * b[0] - a[3] * b[2] + (a[2] * b[3] - a[0] * b[5]);
  r[5] = a[3] * b[1] - a[4] * b[0] + (a[0] * b[4] - a[1] * b[3]);
  return r;
}
inline Vec6 cross_force(const Vec6& a, const Vec6& f) noexcept {
  Vec6 r;
  r[0] = a[1] * f[2] - a[2] * f[1] + (a[4] * f[5] - a[5] * f[4]);
  r[1] = a[2] * f[0] - a[0] * f[2] + (a[5] * f[3] - a[3] * f[5]);
  r[2] = a[0] * f[1] - a[1] * f[0] + (a[3] * f[4] - a[4] * f[3]);
  r[3] = a[1] * f[5] - a[2] * f[4];
  r[4] = a[2] * f[3] - a[0] * f[5];
  r[5] = a[0] * f[4] - a[1] * f[3];
  return r;
}

// A wrench about the point r: the same wrench about o.
inline Vec6 about_origin(const Vec6& wrench, const Vec3& r) noexcept {
  Vec6 W = wrench;
  W.head<3>() += rotation::cross(r, wrench.tail<3>());
  return W;
}

struct Group {
  int parent = -1;  // group; -1 ground
  int link = 0;
  int first = 0, count = 1;  // columns
  bool last = true;          // the last group of its link, which has the link's inertia
  int bends = -1;  // of a general motion: index of its first S_k,j in WorldMotion::bend; by k, j
};

struct Groups {
  explicit Groups(const Tree&);
  List<Group> all;      // parents before children
  List<int> of_column;  // group of each column
  List<int> of_link;    // last group of each link
  int floating = -1;    // link whose position is o; -1: o is the origin of the world
  int bends = 0;        // number of S_k,j of all groups
  // Columns on the path from ground to a link, ground first.
  List<int> path(int link) const;
};

struct WorldMotion {  // results of one evaluation, filled by BatchedTree::motions
  WorldMotion(const Tree& tree, const Groups& groups)
      : pose(tree.links.size()), column(tree.nv), move(groups.all.size()), bend(groups.bends) {}

  struct Column {
    Vec6 S = Vec6::Zero(), psi = Vec6::Zero();
  };
  struct Move {
    Vec6 V = Vec6::Zero(), A = Vec6::Zero();
  };
  Vec3 o = Vec3::Zero();
  List<Frame> pose;     // by link, position relative to o
  List<Column> column;  // psi is valid only if rates were wanted
  List<Move> move;      // by group; A is valid only if rates were wanted
  List<Vec6> bend;      // S_k,j of general motions, valid where S is

  const Vec6& S(int k) const noexcept { return column[k].S; }
  const Vec6& psi(int k) const noexcept { return column[k].psi; }
  const Vec6& twist(int group) const noexcept { return group < 0 ? ground.V : move[group].V; }
  const Vec6& acceleration(int group) const noexcept {
    return group < 0 ? ground.A : move[group].A;
  }

 private:
  Move ground;
};

}  // namespace takt::mechanism
