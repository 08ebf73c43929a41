// Measures that depend only on the offset d between two points and on at most one axis of the first
// end: rods, springs, points on a plane. Most loop closures and force elements are of this kind.
// This is much cheaper than measure_gradient.hpp, which handles every measure.
//
//   distance     s = |d|                       g = d / s,   H = (1 - g g') / s
//   half_square  s = (d.d - L^2) / (2 L)       g = d / L,   H = 1 / L
//   along        s = x.d                       g = x,       ds/dx = d
//   difference   s = d_i, in world axes        g = e_i
//
//   ds/dq_k = g.delta_k + d.eta_k
//   d2s/dq_j dq_k = delta_j' H delta_k + eta_j.delta_k + delta_j.eta_k
//                   + g.(w_u x delta_l) + d.(w_u x eta_l)
//
// Terms used: d = p_b - p_a; x the axis on a; delta_k, eta_k the derivatives of d and x by q_k; w_k
// the angular velocity for a unit of q_k'. The last two terms are present only if j and k move the
// same end: u is the one nearer to ground, l the other; if both belong to one group, u is k. Two
// columns of one general motion add the wrench on their end times S_j,k (world_motion.hpp).
#pragma once

#include "takt/mechanism/tree/measure_gradient.hpp"

namespace takt::mechanism {

struct PointPairColumn {
  Vec3 delta, eta, turn;
};

class PointPairMeasure {
 public:
  static bool serves(element::MeasureKind k) noexcept {
    return k == element::MeasureKind::distance || k == element::MeasureKind::half_square ||
           k == element::MeasureKind::along || k == element::MeasureKind::difference;
  }

  // Computes the value, and the columns of `ends` in their order. Without `curvature` the `turn` of
  // the columns is not changed.
  void place(element::MeasureKind, int axis, double L, const Ends&, const WorldMotion&,
             bool curvature, PointPairColumn*) noexcept;
  // Computes the rate; after place().
  void move(const Ends&, const WorldMotion&) noexcept;

  double value() const noexcept { return s_; }
  double rate() const noexcept { return ds_; }          // after move()
  double by(const PointPairColumn& k) const noexcept {  // ds/dq_k
    return along_ ? g_.dot(k.delta) + d_.dot(k.eta) : g_.dot(k.delta);
  }
  // d(s')/dq_k, and the part of s'' without ds/dq q''. After move(); the WorldMotion must have
  // rates.
  double rate_by(const Ends::Column&, const PointPairColumn&, const WorldMotion&) const noexcept;
  double acceleration(const Ends&, const WorldMotion&) const noexcept;

  // The wrench on an end, about o, for a unit of force along s.
  Vec6 wrench_on(int side) const noexcept;

  // Calls sink(j, k, d2s/dq_j dq_k) for all pairs of columns, by their indices in `ends`. The
  // values for (j, k) and (k, j) are equal unless both columns belong to one group.
  template <class Sink>
  void pairs(const Ends& e, const WorldMotion& w, const PointPairColumn* columns,
             Sink&& sink) const noexcept {
    each_bend(e, w, [&](int j, int k, const Vec6& bend) {
      sink(j, k, wrench_on(e.columns[j].side).dot(bend));
    });
    const int n = static_cast<int>(e.columns.size());
    for (int k = 0; k < n; ++k) {
      const PointPairColumn& x = columns[k];
      const Ends::Column& above = e.columns[k];
      const Vec3 bent = along_ ? x.eta : bend(x.delta);
      const Vec3 carried = bent + rotation::cross(g_, x.turn);  // g.(w x delta) = delta.(g x w)
      sink(k, k, second(carried, x, x));
      for (int j = k + 1; j < n; ++j) {
        const PointPairColumn& y = columns[j];
        const Ends::Column& below = e.columns[j];
        double h;
        if (below.side == above.side) {
          h = second(carried, x, y);
        } else {
          h = y.delta.dot(bent);
          if (along_) h += y.eta.dot(x.delta);
        }
        sink(j, k, h);
        if (below.group == above.group && below.side == above.side)
          h = second((along_ ? y.eta : bend(y.delta)) + rotation::cross(g_, y.turn), y, x);
        sink(k, j, h);
      }
    }
  }

 private:
  // The second derivative for column x above column y, both moving the same end.
  double second(const Vec3& carried, const PointPairColumn& x,
                const PointPairColumn& y) const noexcept {
    const double h = y.delta.dot(carried);
    return along_ ? h + y.eta.dot(x.delta + rotation::cross(d_, x.turn)) : h;
  }
  Vec3 bend(const Vec3& delta) const noexcept {  // H delta
    return stiff_ * delta - (taut_ * g_.dot(delta)) * g_;
  }

  Vec3 y_[2];  // the points, from o
  Vec3 d_, g_, x_;
  Vec3 dy_[2], dd_, dx_;  // rates
  double s_ = 0, ds_ = 0, stiff_ = 0, taut_ = 0;
  bool along_ = false;
};

}  // namespace takt::mechanism
