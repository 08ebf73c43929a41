#include "takt/element/road/polyline.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/text.hpp"

namespace takt::element {

namespace {
constexpr double far = 1e9;  // ends of the level pieces before and after
}

PolylineRoad::PolylineRoad(const std::vector<std::vector<double>>& points, FrictionMap friction)
    : friction_(std::move(friction)) {
  if (points.empty()) throw Error("a road without points", "", "give rows [x, z]");
  for (const auto& row : points) {
    if (row.size() != 2 || !(std::abs(row[0]) < far / 2) || !std::isfinite(row[1]))
      throw Error("a point of a polyline is not [x, z] with finite numbers", "", "");
    if (!x_.empty() && !(row[0] > x_.back()))
      throw Error("the points of a road must ascend in x: " + number(row[0]) + " follows " +
                      number(x_.back()),
                  "", "make an edge 0.02 m long in place of a vertical one");
    x_.push_back(row[0]);
    z_.push_back(row[1]);
  }
  x_.insert(x_.begin(), -far);
  z_.insert(z_.begin(), z_.front());
  x_.push_back(far);
  z_.push_back(z_.back());
}

int PolylineRoad::below(double at_x) const noexcept {
  const auto above = std::upper_bound(x_.begin(), x_.end(), at_x);
  const auto k = above - x_.begin() - 1, last = static_cast<std::ptrdiff_t>(x_.size()) - 2;
  return static_cast<int>(std::clamp<std::ptrdiff_t>(k, 0, last));
}

RoadPoint PolylineRoad::at(double at_x, double at_y) const noexcept {
  const int k = below(at_x);
  RoadPoint p;
  p.z_x = (z(k + 1) - z(k)) / (x(k + 1) - x(k));
  p.z = z(k) + p.z_x * (at_x - x(k));
  p.friction = friction_.at(at_x, at_y);
  return p;
}

int PolylineRoad::nearest_piece(double cx, double cz, double a) const noexcept {
  const auto square_distance = [&](int k) {
    const double s0 = (x(k) - cx) / a, ds = (x(k + 1) - x(k)) / a;
    const double rise = cz - z(k), dz = z(k + 1) - z(k);
    const double t = std::clamp((rise * dz - s0 * ds) / (ds * ds + dz * dz), 0.0, 1.0);
    const double s = s0 + t * ds, h = t * dz - rise;
    return s * s + h * h;
  };
  const int start = below(cx);
  int best = start;
  double least = square_distance(start);
  const auto try_piece = [&](int k, double corner) {  // false: too far, as are all pieces beyond
    const double reach = (corner - cx) / a;
    if (reach * reach > least) return false;
    const double d = square_distance(k);
    if (d < least) {
      least = d;
      best = k;
    }
    return true;
  };
  const int pieces = static_cast<int>(x_.size()) - 1;
  for (int k = start + 1; k < pieces && try_piece(k, x(k)); ++k) {
  }
  for (int k = start - 1; k >= 0 && try_piece(k, x(k + 1)); --k) {
  }
  return best;
}

}  // namespace takt::element
