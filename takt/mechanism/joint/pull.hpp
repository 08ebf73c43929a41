// What a measure pulls at: the change of s with the displacements of its two ends, and how that
// change turns with them.
//
//   ds = Gamma_a . xi_a + Gamma_b . xi_b        dGamma_x = sum_y D_xy xi_y
//   s' = Gamma_a . V_a + Gamma_b . V_b
//
// Terms used: xi displacement twist of an end, V its twist, both in the frame of World (origin o);
// with X_i = [r_i x; 1] of a point and [y_i x; 0] of an axis: Gamma = sum X_i s_i and
// D_xy = sum X_i s_ij X_j' - [s_i x] X_i' (the latter where x = y, in the angular rows).
#pragma once

#include <vector>

#include "takt/element/measure.hpp"
#include "takt/mechanism/joint/world.hpp"

namespace takt::mechanism {

struct Pull {
  double s = 0;
  Vec6 Gamma[2];
  Mat6 D[2][2];
};

// Where a measure ends in the tree, and the columns that move one end against the other: those
// above the first common link move both and change nothing.
struct Ends {
  int link[2] = {-1, -1};   // -1: ground
  int group[2] = {-1, -1};  // of the links
  Frame frame[2];           // on the links
  bool straight = false;    // the first frame has the axes of its link
  struct Column {
    int column = 0, group = 0, side = 0;
  };
  std::vector<Column> columns;
};

Ends ends_of(const Groups&, int link_a, const Frame&, int link_b, const Frame&);

// The pose of an end seen from o, and of a point on it.
inline Frame pose_of(const World& w, int link, const Frame& f) noexcept {
  if (link < 0) return {f.R, f.p - w.o};
  return w.pose[static_cast<std::size_t>(link)] * f;
}
// Written out, because the compiler calls the general product for them.
inline Vec3 turned_by(const Mat3& R, const Vec3& x) noexcept {
  const double* r = R.data();
  return {r[0] * x[0] + r[3] * x[1] + r[6] * x[2], r[1] * x[0] + r[4] * x[1] + r[7] * x[2],
          r[2] * x[0] + r[5] * x[1] + r[8] * x[2]};
}
inline Vec3 turned_by(const World& w, int link, const Vec3& axis) noexcept {
  return link < 0 ? axis : turned_by(w.pose[static_cast<std::size_t>(link)].R, axis);
}
inline Vec3 point_of(const World& w, int link, const Vec3& p) noexcept {
  if (link < 0) return p - w.o;
  const Frame& f = w.pose[static_cast<std::size_t>(link)];
  return turned_by(f.R, p) + f.p;
}
// A motion at a point.
inline Vec3 turn_of(const Vec6& m) noexcept { return {m[0], m[1], m[2]}; }
inline Vec3 at_point(const Vec6& m, const Vec3& y) noexcept {
  return {m[3] + m[1] * y[2] - m[2] * y[1], m[4] + m[2] * y[0] - m[0] * y[2],
          m[5] + m[0] * y[1] - m[1] * y[0]};
}

// Of the measure between two poses (seen from o). Without `curvature` D is left as it is.
void pull(element::MeasureKind, int i, int j, double L, const Frame& a, const Frame& b,
          bool curvature, Pull&) noexcept;

}  // namespace takt::mechanism
