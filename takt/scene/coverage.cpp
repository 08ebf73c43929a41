#include "takt/scene/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace takt::scene {
namespace {

constexpr double per_unit = 2;  // pixels in a unit of length

}

Coverage::Coverage(double width, double height)
    : columns_(static_cast<int>(width * per_unit) + 1),
      rows_(static_cast<int>(height * per_unit) + 1),
      pixels_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

bool Coverage::add(const std::vector<Vec2>& corners, const std::vector<double>& depth, int owner,
                   bool opaque) {
  if (corners.size() == 2) {  // a line, at a few of its points
    const double length = (corners[1] - corners[0]).norm() * per_unit;
    const int steps = std::max(1, static_cast<int>(length));
    for (int k = 0; k <= steps; ++k) {
      const Vec2 p = corners[0] + k / static_cast<double>(steps) * (corners[1] - corners[0]);
      const Pixel* at = pixel(static_cast<int>(p[0] * per_unit), static_cast<int>(p[1] * per_unit));
      if (at != nullptr && at->owner == -2) return true;
    }
    return false;
  }
  double low = 1e300, high = -1e300;
  for (const Vec2& c : corners) {
    low = std::min(low, c[1] * per_unit);
    high = std::max(high, c[1] * per_unit);
  }
  bool any = false;
  const int first = std::max(0, static_cast<int>(std::ceil(low - 0.5)));
  const int last = std::min(rows_ - 1, static_cast<int>(std::floor(high - 0.5)));
  for (int y = first; y <= last; ++y) {
    // Where the row enters and leaves the polygon, which is convex.
    double x[2] = {1e300, -1e300}, z[2] = {0, 0};
    const double at = (y + 0.5) / per_unit;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const std::size_t next = (k + 1) % corners.size();
      const Vec2 &a = corners[k], &b = corners[next];
      if ((a[1] <= at) == (b[1] <= at)) continue;
      const double part = (at - a[1]) / (b[1] - a[1]);
      const double here = (a[0] + part * (b[0] - a[0])) * per_unit;
      const double deep = depth[k] + part * (depth[next] - depth[k]);
      if (here < x[0]) x[0] = here, z[0] = deep;
      if (here > x[1]) x[1] = here, z[1] = deep;
    }
    const int begin = std::max(0, static_cast<int>(std::ceil(x[0] - 0.5)));
    const int end = std::min(columns_ - 1, static_cast<int>(std::floor(std::min(x[1], 1e8) - 0.5)));
    for (int c = begin; c <= end; ++c) {
      Pixel& p = pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                         static_cast<std::size_t>(c)];
      if (p.owner != -2) continue;
      any = true;
      if (!opaque) continue;
      const double part = x[1] > x[0] ? (c + 0.5 - x[0]) / (x[1] - x[0]) : 0;
      p = {owner, static_cast<float>(z[0] + part * (z[1] - z[0]))};
    }
  }
  return any;
}

std::optional<Coverage::Front> Coverage::front_at(const Vec2& at) const {
  const Pixel* p = pixel(static_cast<int>(at[0] * per_unit), static_cast<int>(at[1] * per_unit));
  if (p == nullptr || p->owner == -2) return std::nullopt;
  return Front{p->owner, p->depth};
}

std::vector<Coverage::Seen> Coverage::seen(int owners) const {
  std::vector<Seen> all(static_cast<std::size_t>(owners));
  const auto each = [&](const auto& visit) {
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x)
        if (const Pixel* p = pixel(x, y); p->owner >= 0 && p->owner < owners)
          visit(all[static_cast<std::size_t>(p->owner)], p->owner,
                Vec2(x + 0.5, y + 0.5) / per_unit);
  };
  std::vector<Vec2> sum(all.size(), Vec2::Zero());
  each([&](Seen& s, int owner, const Vec2& p) {
    s.area += 1 / (per_unit * per_unit);
    sum[static_cast<std::size_t>(owner)] += p / (per_unit * per_unit);
  });
  std::vector<double> nearest(all.size(), std::numeric_limits<double>::infinity());
  each([&](Seen& s, int owner, const Vec2& p) {
    const auto k = static_cast<std::size_t>(owner);
    const double way = (p - sum[k] / s.area).squaredNorm();
    if (way < nearest[k]) nearest[k] = way, s.at = p;
  });
  return all;
}

}  // namespace takt::scene
