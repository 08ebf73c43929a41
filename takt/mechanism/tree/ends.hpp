// The two ends of a measure in the tree, and the places and motions of points and axes on its links.
#pragma once

#include "takt/base/list.hpp"
#include "takt/mechanism/tree/world_motion.hpp"

namespace takt::mechanism {

// The two ends of a measure in the tree, and the columns that move one end relative to the other.
// Columns that the paths from ground to both ends have in common are left out: they do not change
// s.
struct Ends {
  int link[2] = {-1, -1};   // -1: ground
  int group[2] = {-1, -1};  // the last groups of these links
  Frame frame[2];           // relative to the links
  bool straight = false;    // the first frame has the same axes as its link
  struct Column {
    int column = 0, group = 0, side = 0;
    // Of a general motion: index of its first S_k,j in WorldMotion::bend, else -1; its number in its
    // group.
    int bends = -1, own = 0;
  };
  List<Column> columns;
  bool bent = false;  // some of them belong to a general motion
};

Ends ends_of(const Groups&, int link_a, const Frame&, int link_b, const Frame&);

// S_j,k of two columns of one general motion.
inline const Vec6& bend_of(const WorldMotion& w, const Ends::Column& j,
                           const Ends::Column& k) noexcept {
  return w.bend[j.bends + k.own];
}
// Calls sink(j, k, S_j,k) for all pairs of columns of one general motion, by their indices.
template <class Sink> void each_bend(const Ends& e, const WorldMotion& w, Sink&& sink) noexcept {
  for (int k = 0; e.bent && k < e.columns.count(); ++k)
    for (int j = 0; e.columns[k].bends >= 0 && j < e.columns.count(); ++j)
      if (e.columns[j].group == e.columns[k].group)
        sink(j, k, bend_of(w, e.columns[j], e.columns[k]));
}

// The pose of an end, its position relative to o.
inline Frame pose_of(const WorldMotion& w, int link, const Frame& f) noexcept {
  if (link < 0) return {f.R, f.p - w.o};
  return w.pose[link] * f;
}
// Written out, because for Eigen's expression the compiler calls the general matrix product.
inline Vec3 turned_by(const Mat3& R, const Vec3& x) noexcept {
  const double* r = R.data();
  return {r[0] * x[0] + r[3] * x[1] + r[6] * x[2], r[1] * x[0] + r[4] * x[1] + r[7] * x[2],
          r[2] * x[0] + r[5] * x[1] + r[8] * x[2]};
}
inline Vec3 turned_by(const WorldMotion& w, int link, const Vec3& axis) noexcept {
  return link < 0 ? axis : turned_by(w.pose[link].R, axis);
}
inline Vec3 point_of(const WorldMotion& w, int link, const Vec3& p) noexcept {
  if (link < 0) return p - w.o;
  const Frame& f = w.pose[link];
  return turned_by(f.R, p) + f.p;
}
// The angular part of a motion, and its velocity at a point y.
inline Vec3 turn_of(const Vec6& m) noexcept { return {m[0], m[1], m[2]}; }
inline Vec3 at_point(const Vec6& m, const Vec3& y) noexcept {
  return {m[3] + m[1] * y[2] - m[2] * y[1], m[4] + m[2] * y[0] - m[0] * y[2],
          m[5] + m[0] * y[1] - m[1] * y[0]};
}

}  // namespace takt::mechanism
