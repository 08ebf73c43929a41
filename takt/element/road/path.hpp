// A line in the plane given by its curvature over the way: what a driver follows.
//
//   heading psi' = kappa(s),   x' = cos psi,   y' = sin psi
//
// Integrated once: kappa is linear between points no more than `spacing` apart (clothoids), and a
// cubic through both ends of a piece with their headings gives places in between, so that asking
// costs the same everywhere. Straight on before the start, which is the origin heading along x, and
// beyond the end.
#pragma once

#include <functional>
#include <vector>

namespace takt::element {

class Path {
 public:
  static constexpr double spacing = 0.25;  // m

  struct Point {
    double x = 0, y = 0;      // place
    double dx = 1, dy = 0;    // by the way: the tangent, of unit length but for 1e-9
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
