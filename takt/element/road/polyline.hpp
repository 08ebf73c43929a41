// A road of straight pieces with sharp edges. A wheel touches it at the nearest point.
//
// In the vertical plane of direction a through c the road is the chain of points
// ((x_k - c_x) / a_x, z_k); its nearest point to c lies inside a piece or is a corner.
// Level before the first and after the last point.
#pragma once

#include <span>

#include "takt/element/road/friction_map.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

class PolylineRoad final : public Road {
 public:
  explicit PolylineRoad(const std::vector<std::vector<double>>& points, FrictionMap friction = {});

  RoadPoint at(double x, double y) const noexcept override;
  Vec3 nearest(const Vec3& c, const Vec3& along) const noexcept override {
    const Triple<double> q = nearest_to<double>({c[0], c[1], c[2]}, {along[0], along[1], along[2]});
    return {q.x, q.y, q.z};
  }

  const PolylineRoad* edges() const noexcept override { return this; }
  std::span<const double> corners() const noexcept { return x_; }  // x of each

  // The same for T = Dual<N>, which gives exact derivatives.
  template <class T>
  Triple<T> nearest_to(const Triple<T>& c, const Triple<T>& along) const noexcept {
    const double a = value_of(along.x);
    if (std::abs(a) < 1e-6) {  // the plane lies across the road, which is level in it
      const RoadPoint p = at(value_of(c.x), value_of(c.y));
      return {c.x, c.y, p.z + p.z_x * (c.x - value_of(c.x))};
    }
    const int k = nearest_piece(value_of(c.x), value_of(c.z), a);
    const T s0 = (x(k) - c.x) / along.x, s1 = (x(k + 1) - c.x) / along.x;
    const T ds = s1 - s0, dz = z(k + 1) - z(k), rise = c.z - z(k);
    const T square = ds * ds + dz * dz;
    T t = (rise * dz - s0 * ds) / square;
    // Inside a piece, which may be very long: s0 + t ds, written without cancellation.
    T s = dz * (s0 * dz + rise * ds) / square;
    if (t < 0) {
      t = 0;
      s = s0;
    } else if (t > 1) {
      t = 1;
      s = s1;
    }
    return {c.x + s * along.x, c.y + s * along.y, z(k) + t * dz};
  }

  static constexpr Key keys[] = {
      {"points", KeyKind::table, "m", "", "rows [x, z], x ascending; level before and after"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values& v) {
    return std::make_shared<PolylineRoad>(v.matrix("points"), FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"polyline", "straight pieces with sharp edges", keys, make};

 private:
  // Piece k runs from corner k to corner k + 1; the first and the last are long level pieces.
  double x(int k) const noexcept { return x_[k]; }
  double z(int k) const noexcept { return z_[k]; }
  int below(double x) const noexcept;
  int nearest_piece(double cx, double cz, double a) const noexcept;

  std::vector<double> x_, z_;
  FrictionMap friction_;
};

}  // namespace takt::element
