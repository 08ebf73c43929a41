// Lets an uneven road begin level: its heights times a factor that rises from 0 to 1, C^2.
//
//   b(s) = 0 for s <= 0,   s^3 (10 - 15 s + 6 s^2),   1 for s >= 1,     s = (x - start) / length
#pragma once

#include "takt/element/road/road.hpp"

namespace takt::element {

struct Blend {
  double start = 0, length = 0;  // a length of 0: at once

  // Replaces the point of the uneven road at x by that of the blended one.
  void apply(double x, RoadPoint& p) const noexcept {
    if (x >= start + length) return;
    double b = 0, d = 0, dd = 0;
    if (x > start) {
      const double s = (x - start) / length;
      b = s * s * s * (10 + s * (-15 + 6 * s));
      d = 30 * s * s * (1 - s) * (1 - s) / length;
      dd = 60 * s * (1 - s) * (1 - 2 * s) / (length * length);
    }
    p.z_xx = b * p.z_xx + 2 * d * p.z_x + dd * p.z;
    p.z_xy = b * p.z_xy + d * p.z_y;
    p.z_yy *= b;
    p.z_x = b * p.z_x + d * p.z;
    p.z_y *= b;
    p.z *= b;
  }
};

}  // namespace takt::element
