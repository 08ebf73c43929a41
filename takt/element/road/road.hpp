// A road: height, slopes, curvatures and friction at a place.
#pragma once

#include "takt/spatial/frame.hpp"

namespace takt::element {

struct RoadPoint {
  double z = 0, z_x = 0, z_y = 0;       // height and slopes
  double z_xx = 0, z_xy = 0, z_yy = 0;  // curvatures; 0 where they jump
  double friction = 1;                  // by_signal: what the road's signal says
};

// No friction is negative.
inline constexpr double by_signal = -1;

class Road {  // immutable
 public:
  virtual ~Road() = default;
  virtual RoadPoint at(double x, double y) const noexcept = 0;
  // The nearest point of the road to `c` in the vertical plane of direction `along` (unit, level):
  // for roads with edges. The default takes the point below.
  virtual Vec3 nearest(const Vec3& c, const Vec3& along) const noexcept;
  // Of its shortest wave along x, in m; 0 where it has none.
  virtual double wavelength() const noexcept { return 0; }
};

inline Vec3 Road::nearest(const Vec3& c, const Vec3&) const noexcept {
  return {c[0], c[1], at(c[0], c[1]).z};
}

}  // namespace takt::element
