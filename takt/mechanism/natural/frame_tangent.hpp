// Derivatives of the forces on the carriers of a frame by the carriers of a frame: the same one, or
// that of the other body of a force between two.
//
//   N = (F, W1'T, W2'T) on (p, e1, e2);   d(T, F) = place (dtheta, dp) + twist (dw, dv)
//
// dtheta and dw follow from de1, de2 (attitude.hpp). The rows and columns of e1 and e2 are computed
// in the axes of their frames, where they are sparse, and then turned to world axes.
//
// Terms used: row, column: the attitudes of the frame the forces act on, and of the frame that moves.
#pragma once

#include "takt/mechanism/natural/attitude.hpp"
#include "takt/mechanism/natural/carriers.hpp"

namespace takt::mechanism::natural {

// The forces on the carriers p, e1, e2 equivalent to a wrench about p.
struct OnFrame {
  Vec3 on[3];
  OnFrame(const Attitude& a, const Vec6& wrench) noexcept {
    const Attitude::Forces n = a.forces(a.R.transpose() * wrench.head<3>());
    on[0] = wrench.tail<3>();
    on[1] = a.R * n.on_1;
    on[2] = a.R * n.on_2;
  }
};

// The derivatives of a scalar by p, e1, e2 and by their rates, from those by (theta, p) and (w, v).
struct ScalarRow {
  Vec3 by_q[3], by_v[3];
  ScalarRow(const Attitude& a, const Attitude::Derivatives& d, const Vec6& place,
            const Vec6& twist) noexcept {
    const Mat3& R = a.R;
    const Vec3 theta = R.transpose() * place.head<3>(), w = R.transpose() * twist.head<3>();
    // By the six parameters, stored as first components of vectors.
    Vec3 q[6], v[6];
    for (int i = 0; i < 6; ++i) {
      q[i] = Vec3((i < 3 ? theta[i] : 0) + w.dot(d.w[i]), 0, 0);
      v[i] = Vec3(i < 3 ? w[i] : 0, 0, 0);
    }
    Mat3 q_1, q_2, v_1, v_2;
    a.by_vectors(q, q_1, q_2);
    a.by_vectors(v, v_1, v_2);
    by_q[0] = place.tail<3>();
    by_q[1] = R * q_1.row(0).transpose();
    by_q[2] = R * q_2.row(0).transpose();
    by_v[0] = twist.tail<3>();
    by_v[1] = R * v_1.row(0).transpose();
    by_v[2] = R * v_2.row(0).transpose();
  }
};

// The left half (angular columns) of place or twist, with its columns in the axes of the column
// frame and the rows of T in those of the row frame.
struct Turned {
  Mat3 T, F;
  bool zero;
  Turned(const Mat3& row, const Mat3& column, const Mat6& D) noexcept {
    zero = true;
    for (int k = 0; k < 18; ++k) zero = zero && D.data()[k] == 0;
    if (zero) return;
    T.noalias() = row.transpose() * (D.topLeftCorner<3, 3>() * column);
    F.noalias() = D.bottomLeftCorner<3, 3>() * column;
  }
};

// dN/d(p, e1, e2), or the derivative by their rates: blocks [force on][by], 0 p, 1 e1, 2 e2.
struct FrameTangent {
  Mat3 B[3][3];
  int count = 1;  // columns; only that of p if the rotation has no effect

  FrameTangent(const Attitude& row, const Mat6& D) noexcept {
    const Mat3 T = row.R.transpose() * D.topRightCorner<3, 3>();
    B[0][0] = D.bottomRightCorner<3, 3>();
    Mat3 on_1, on_2;
    for (int c = 0; c < 3; ++c) {
      const Attitude::Forces n = row.forces(T.col(c));
      on_1.col(c) = n.on_1;
      on_2.col(c) = n.on_2;
    }
    B[1][0].noalias() = row.R * on_1;
    B[2][0].noalias() = row.R * on_2;
  }
  // Sets the columns of e1 and e2 from derivatives by the parameters of the attitude.
  void turn(const Attitude& row, const Attitude& column, const Vec3* F, const Vec3* on_1,
            const Vec3* on_2) noexcept {
    count = 3;
    const Vec3* const rows[3] = {F, on_1, on_2};
    for (int k = 0; k < 3; ++k) {
      Mat3 by[2];
      column.by_vectors(rows[k], by[0], by[1]);
      for (int l : {0, 1}) {
        const Mat3 turned = by[l] * column.R.transpose();
        if (k == 0)
          B[0][l + 1] = turned;
        else
          B[k][l + 1].noalias() = row.R * turned;
      }
    }
  }
  // A += -c W' B W. `rows`, `columns`: the first carriers of the two frames of the force.
  template <class Force>
  void add_to(const Equations& e, const Force& f, linear::Patterned& A, double c,
              const Combination* rows, const Combination* columns) const noexcept {
    for (int l = 0; l < count; ++l)
      for (const Weight& v : weights_of(e, columns[l]))
        for (int k = 0; k < 3; ++k)
          for (const Weight& w : weights_of(e, rows[k]))
            add_block(A.values().data(), e.places[f.at + w.listed * f.entities + v.listed],
                      -c * w.c * v.c, B[k][l]);
  }
};

// `d`: of the column frame. `own`: both frames are the same one, whose attitude also turns the
// forces on its carriers.
inline FrameTangent stiffness(const Attitude& row, const Attitude& column,
                              const Attitude::Derivatives& d, bool own, const Mat6& by_place,
                              const Mat6& by_twist) noexcept {
  FrameTangent K(row, by_place);
  const Turned place(row.R, column.R, by_place), twist(row.R, column.R, by_twist);
  Vec3 F[6], on_1[6], on_2[6];
  for (int i = 0; i < 6; ++i) {
    Vec3 T = Vec3::Zero();
    F[i].setZero();
    if (i < 3 && !place.zero) {
      T = place.T.col(i);
      F[i] = place.F.col(i);
    }
    if (!twist.zero) {
      T += twist.T * d.w[i];
      F[i] += twist.F * d.w[i];
    }
    const Attitude::Forces n = row.forces(T);
    on_1[i] = n.on_1;
    on_2[i] = n.on_2;
    if (!own) continue;
    on_1[i] += d.forces[i].on_1;
    on_2[i] += d.forces[i].on_2;
  }
  K.turn(row, column, F, on_1, on_2);
  return K;
}

inline FrameTangent damping(const Attitude& row, const Attitude& column,
                            const Mat6& by_twist) noexcept {
  FrameTangent C(row, by_twist);
  const Turned twist(row.R, column.R, by_twist);
  if (twist.zero) return C;
  Vec3 F[6], on_1[6], on_2[6];
  for (int i = 0; i < 6; ++i) {
    F[i] = i < 3 ? Vec3(twist.F.col(i)) : Vec3::Zero();
    const Attitude::Forces n = row.forces(i < 3 ? Vec3(twist.T.col(i)) : Vec3::Zero());
    on_1[i] = n.on_1;
    on_2[i] = n.on_2;
  }
  C.turn(row, column, F, on_1, on_2);
  return C;
}

}  // namespace takt::mechanism::natural
