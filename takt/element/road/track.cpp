#include "takt/element/road/track.hpp"

#include <cmath>
#include <numbers>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/force/curve.hpp"

namespace takt::element {

void Track::start(double x, double z) {
  if (!std::isfinite(x) || !std::isfinite(z))
    throw Error("a road with a number that is not finite", "", "");
  started_ = true;
  end_ = x;
  first_z_ = last_.z = z;
}

void Track::add(double x, double z, Piece p) {
  if (!started_ || !(x > end_) || !std::isfinite(x) || !std::isfinite(z))
    throw Error("the points of a road must ascend in x: " + number(x) + " follows " + number(end_),
                "", "sort the points and write each x once");
  p.x = end_;
  p.length = x - end_;
  pieces_.push_back(p);
  end_ = x;
  last_.z = z;
}

void Track::hermite(double x, double z, double slope_from, double slope_to) {
  const double l = x - end_, chord = (z - last_.z) / l;
  add(x, z,
      {0,
       0,
       {last_.z, slope_from, (3 * chord - 2 * slope_from - slope_to) / l,
        (slope_from + slope_to - 2 * chord) / (l * l)},
       false});
}

void Track::line(double x, double z) {
  add(x, z, {0, 0, {last_.z, (z - last_.z) / (x - end_), 0, 0}, false});
}

void Track::cosine(double x, double z) { add(x, z, {0, 0, {last_.z, z - last_.z, 0, 0}, true}); }

TrackPoint Track::at(double x) const noexcept {
  if (pieces_.empty()) return last_;
  if (x < pieces_.front().x) return {first_z_, 0, 0};
  if (x >= end_) return last_;
  std::size_t low = 0, high = pieces_.size();
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (pieces_[middle].x <= x ? low : high) = middle;
  }
  const Piece& p = pieces_[low];
  const double t = x - p.x;
  if (p.cosine) {
    const double k = std::numbers::pi / p.length, h = p.c[1] / 2;
    return {p.c[0] + h * (1 - std::cos(k * t)), h * k * std::sin(k * t),
            h * k * k * std::cos(k * t)};
  }
  return {p.c[0] + t * (p.c[1] + t * (p.c[2] + t * p.c[3])),
          p.c[1] + t * (2 * p.c[2] + t * 3 * p.c[3]), 2 * p.c[2] + 6 * p.c[3] * t};
}

Track Track::through(const std::vector<std::vector<double>>& points, Shape shape, double blend) {
  if (points.empty()) throw Error("a road without points", "", "give rows [x, z]");
  std::vector<double> x, z;
  for (const auto& row : points) {
    if (row.size() != 2)
      throw Error("a point of a road has " + std::to_string(row.size()) + " numbers", "",
                  "give rows [x, z]");
    x.push_back(row[0]);
    z.push_back(row[1]);
  }
  const std::size_t n = x.size();
  Track track;
  track.start(x[0], z[0]);
  if (shape == Shape::spline && n > 1) {
    // An additional level point on either side makes the ends level.
    std::vector<double> fx = x, fz = z;
    fx.insert(fx.begin(), x[0] - 1);
    fz.insert(fz.begin(), z[0]);
    fx.push_back(x[n - 1] + 1);
    fz.push_back(z[n - 1]);
    const Curve through_all = Curve::table(fx, fz);
    for (std::size_t k = 1; k < n; ++k)
      track.hermite(x[k], z[k], through_all.at(x[k - 1]).slope, through_all.at(x[k]).slope);
    return track;
  }
  if (shape == Shape::line && blend > 0) {
    Track rounded;
    rounded.start(x[0] - blend / 2, z[0]);
    for (std::size_t k = 0; k < n; ++k) {
      const double before = k == 0 ? 0 : (z[k] - z[k - 1]) / (x[k] - x[k - 1]);
      const double after = k + 1 == n ? 0 : (z[k + 1] - z[k]) / (x[k + 1] - x[k]);
      if (k > 0) {
        if (!(x[k] - x[k - 1] >= blend))
          throw Error("a blend of " + number(blend) +
                          " m is longer than the piece of road at x = " + number(x[k - 1]),
                      "", "give a shorter blend");
        const double end = x[k] - blend / 2;
        if (end > rounded.end_) rounded.line(end, z[k] - before * blend / 2);
      }
      rounded.hermite(x[k] + blend / 2, z[k] + after * blend / 2, before, after);
    }
    return rounded;
  }
  for (std::size_t k = 1; k < n; ++k) switch (shape) {
      case Shape::line: track.line(x[k], z[k]); break;
      case Shape::smooth: track.hermite(x[k], z[k], 0, 0); break;
      case Shape::cosine: track.cosine(x[k], z[k]); break;
      case Shape::spline: break;
    }
  return track;
}

}  // namespace takt::element
