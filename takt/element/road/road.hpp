// Base of roads: height, slopes, curvatures and friction at a position.
#pragma once

#include "takt/spatial/frame.hpp"

namespace takt::element {

struct RoadPoint {
  double z = 0, z_x = 0, z_y = 0;       // height and slopes
  double z_xx = 0, z_xy = 0, z_yy = 0;  // curvatures; 0 where they jump
  double friction = 1;                  // by_signal: the signal of the road gives it
};

// Marks friction given by a signal; a real friction is never negative.
inline constexpr double by_signal = -1;

class PolylineRoad;

class Road {  // immutable
 public:
  virtual ~Road() = default;
  virtual RoadPoint at(double x, double y) const noexcept = 0;
  // The point of the road nearest to `c` in the vertical plane of direction `along` (horizontal
  // unit vector), for roads with edges. The default takes the point below c.
  virtual Vec3 nearest(const Vec3& c, const Vec3& along) const noexcept;
  // Length of its shortest wave along x, in m; 0 if it has none.
  virtual double wavelength() const noexcept { return 0; }

  // What tyres choose their contact by (tyre/tyre_contact.hpp): the whole road is one level plane;
  // it has steps that a wheel climbs; its sharp edges, null if it is smooth.
  virtual bool is_level() const noexcept { return false; }
  virtual bool has_steps() const noexcept { return false; }
  virtual const PolylineRoad* edges() const noexcept { return nullptr; }
};

inline Vec3 Road::nearest(const Vec3& c, const Vec3&) const noexcept {
  return {c[0], c[1], at(c[0], c[1]).z};
}

}  // namespace takt::element
