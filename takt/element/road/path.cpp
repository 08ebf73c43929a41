#include "takt/element/road/path.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::element {

Path::Path(const std::function<double(double)>& curvature, double length) {
  if (!(length > 0) || !(length < 1e6))
    throw Error("a path of " + number(length) + " m", "", "give a length between 0 and 1000 km");
  const auto pieces = static_cast<std::size_t>(std::ceil(length / spacing));
  step_ = length / static_cast<double>(pieces);
  nodes_.resize(pieces + 1);
  const auto checked = [&](double s) {
    const double k = curvature(s);
    if (!std::isfinite(k))
      throw Error("the curvature of the path is not finite at " + number(s) + " m", "",
                  "write a formula of s that has a value all along the path");
    return k;
  };
  double psi = 0, k0 = checked(0);
  nodes_[0].curvature = k0;
  for (std::size_t i = 0; i < pieces; ++i) {
    const Node& from = nodes_[i];
    const double k1 = checked(step_ * static_cast<double>(i + 1));
    const auto heading = [&](double t) { return psi + step_ * t * (k0 + t / 2 * (k1 - k0)); };
    // Gauss' rule with three points: accurate to 1e-12 m on pieces this short.
    constexpr double off = 0.3872983346207417;  // sqrt(3/5) / 2
    double c = 0, s = 0;
    for (const auto& [t, weight] : {std::pair{0.5 - off, 5.0 / 18}, std::pair{0.5, 8.0 / 18},
                                    std::pair{0.5 + off, 5.0 / 18}}) {
      c += weight * std::cos(heading(t));
      s += weight * std::sin(heading(t));
    }
    psi = heading(1);
    nodes_[i + 1] = {from.x + step_ * c, from.y + step_ * s, std::cos(psi), std::sin(psi), k1};
    k0 = k1;
  }
}

Path::Point Path::at(double s) const noexcept {
  const auto straight = [](const Node& n, double distance) {
    return Point{n.x + distance * n.cos, n.y + distance * n.sin, n.cos, n.sin};
  };
  if (!(s > 0)) return straight(nodes_.front(), s);
  if (!(s < length())) return straight(nodes_.back(), s - length());
  const auto i = std::min(static_cast<std::size_t>(s / step_), nodes_.size() - 2);
  const Node &a = nodes_[i], &b = nodes_[i + 1];
  const double t = s / step_ - static_cast<double>(i), h = step_;
  // Hermite's cubic and its derivatives with respect to s.
  const auto cubic = [&](double p0, double m0, double p1, double m1, double& p, double& dp,
                         double& ddp) {
    const double c2 = 3 * (p1 - p0) - h * (2 * m0 + m1), c3 = 2 * (p0 - p1) + h * (m0 + m1);
    p = p0 + t * (h * m0 + t * (c2 + t * c3));
    dp = m0 + t * (2 * c2 + 3 * t * c3) / h;
    ddp = (2 * c2 + 6 * t * c3) / (h * h);
  };
  Point out;
  cubic(a.x, a.cos, b.x, b.cos, out.x, out.dx, out.ddx);
  cubic(a.y, a.sin, b.y, b.sin, out.y, out.dy, out.ddy);
  out.dcurvature = (b.curvature - a.curvature) / h;
  out.curvature = a.curvature + t * h * out.dcurvature;
  return out;
}

}  // namespace takt::element
