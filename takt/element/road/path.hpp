// A path in the plane given by its curvature over the arc length s. Drivers follow it.
//
//   heading psi' = kappa(s),   x' = cos psi,   y' = sin psi
//
// It is integrated once: kappa is linear between points no more than `spacing` apart (clothoids),
// and a cubic through both ends of a piece with their headings gives the positions in between, so
// that each query costs the same. The path begins at the origin along x and continues straight
// before its start and beyond its end.
#pragma once

#include <functional>
#include <vector>

namespace takt::element {

class Path {
 public:
  static constexpr double spacing = 0.25;  // m

  struct Point {
    double x = 0, y = 0;      // position
    double dx = 1, dy = 0;    // d/ds: the tangent, of unit length within 1e-9
    double ddx = 0, ddy = 0;  // second derivatives
    double curvature = 0, dcurvature = 0;
  };

  // Throws Error: a curvature that is not finite, a length that is not positive.
  Path(const std::function<double(double)>& curvature, double length);

  Point at(double s) const noexcept;
  double length() const noexcept { return step_ * static_cast<double>(nodes_.size() - 1); }

 private:
  struct Node {
    double x = 0, y = 0, cos = 1, sin = 0, curvature = 0;
  };
  std::vector<Node> nodes_;
  double step_;
};

}  // namespace takt::element
