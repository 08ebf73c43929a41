#include "takt/mechanism/tree/point_pair_measure.hpp"

#include <cmath>

namespace takt::mechanism {

void PointPairMeasure::place(element::MeasureKind kind, int axis, double L, const Ends& e,
                             const WorldMotion& w, bool curvature,
                             PointPairColumn* columns) noexcept {
  for (int side = 0; side < 2; ++side) y_[side] = point_of(w, e.link[side], e.frame[side].p);
  d_ = y_[1] - y_[0];
  along_ = kind == element::MeasureKind::along;
  stiff_ = taut_ = 0;
  if (along_) {
    const Vec3 local = e.frame[0].R.col(axis);
    x_ = turned_by(w, e.link[0], local);
    g_ = x_;
    s_ = x_.dot(d_);
  } else if (kind == element::MeasureKind::difference) {
    g_ = Vec3::Unit(axis);
    s_ = d_[axis];
  } else if (kind == element::MeasureKind::distance) {
    s_ = d_.norm();
    stiff_ = taut_ = 1 / s_;
    g_ = stiff_ * d_;
  } else {
    s_ = (d_.squaredNorm() - L * L) / (2 * L);
    stiff_ = 1 / L;
    g_ = stiff_ * d_;
  }
  for (const Ends::Column& c : e.columns) {
    PointPairColumn& out = *columns++;
    const Vec6& S = w.S(c.column);
    out.delta = at_point(S, y_[c.side]);
    if (c.side == 0) out.delta = -out.delta;
    if (curvature) out.turn = turn_of(S);
    if (!along_) continue;
    if (c.side == 0)
      out.eta = rotation::cross(turn_of(S), x_);
    else
      out.eta.setZero();
  }
}

void PointPairMeasure::move(const Ends& e, const WorldMotion& w) noexcept {
  for (int side = 0; side < 2; ++side) dy_[side] = at_point(w.twist(e.group[side]), y_[side]);
  dd_ = dy_[1] - dy_[0];
  ds_ = g_.dot(dd_);
  dx_.setZero();
  if (!along_) return;
  dx_ = rotation::cross(turn_of(w.twist(e.group[0])), x_);
  ds_ += d_.dot(dx_);
}

double PointPairMeasure::rate_by(const Ends::Column& c, const PointPairColumn& k,
                                 const WorldMotion& w) const noexcept {
  const Vec6& psi = w.psi(c.column);
  const Vec3 change = rotation::cross(k.turn, dy_[c.side]) + at_point(psi, y_[c.side]);
  double x = dd_.dot(bend(k.delta)) + (c.side == 1 ? g_.dot(change) : -g_.dot(change));
  if (!along_) return x;
  x += dx_.dot(k.delta) + k.eta.dot(dd_);
  if (c.side == 0) x += d_.dot(rotation::cross(k.turn, dx_) + rotation::cross(turn_of(psi), x_));
  return x;
}

double PointPairMeasure::acceleration(const Ends& e, const WorldMotion& w) const noexcept {
  Vec3 a[2];
  for (int side = 0; side < 2; ++side)
    a[side] = at_point(w.acceleration(e.group[side]), y_[side]) +
              rotation::cross(turn_of(w.twist(e.group[side])), dy_[side]);
  double x = dd_.dot(bend(dd_)) + g_.dot(a[1] - a[0]);
  if (!along_) return x;
  const Vec3 turn = turn_of(w.twist(e.group[0])), dturn = turn_of(w.acceleration(e.group[0]));
  return x + 2 * dx_.dot(dd_) + d_.dot(rotation::cross(dturn, x_) + rotation::cross(turn, dx_));
}

Vec6 PointPairMeasure::wrench_on(int side) const noexcept {
  Vec6 W;
  W << rotation::cross(y_[side], g_), g_;
  if (side == 1) return W;
  W = -W;
  if (along_) W.head<3>() += rotation::cross(x_, d_);
  return W;
}

}  // namespace takt::mechanism
