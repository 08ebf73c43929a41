// A road given by its profile along x, one for both wheel tracks or one for each: left where y > 0.
// The profile may repeat, for runs that last for hours.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/element/road/friction_map.hpp"
#include "takt/element/road/track.hpp"

namespace takt::element {

class ProfileRoad final : public Road {
 public:
  // `shortest`: smallest distance between two points of different height.
  ProfileRoad(Track left, Track right, double repeat, double shortest, FrictionMap friction = {})
      : left_(std::move(left)), right_(std::move(right)), repeat_(repeat), shortest_(shortest),
        friction_(std::move(friction)) {}

  // Two neighbouring points are half a wave. A profile that does not repeat has no waves.
  double wavelength() const noexcept override { return repeat_ > 0 ? 2 * shortest_ : 0; }

  RoadPoint at(double x, double y) const noexcept override {
    if (repeat_ > 0) x -= repeat_ * std::floor(x / repeat_);
    const TrackPoint t = (y > 0 ? left_ : right_).at(x);
    RoadPoint p;
    p.z = t.z;
    p.z_x = t.slope;
    p.z_xx = t.curvature;
    p.friction = friction_.at(x, y);
    return p;
  }

  static constexpr Key keys[] = {
      {"points", KeyKind::table, "m", "none",
       "rows [x, z] for both tracks; level before and after"},
      {"left", KeyKind::table, "m", "none", "rows [x, z] where y > 0; level if not given"},
      {"right", KeyKind::table, "m", "none", "rows [x, z] where y <= 0; level if not given"},
      {"shape", KeyKind::word, "", "smooth", "of the road between points",
       "smooth|cosine|spline|line"},
      {"blend", KeyKind::number, "m", "0", "length of parabolas that round the corners of lines",
       ">=0"},
      {"repeat", KeyKind::number, "m", "0",
       "length after which everything comes again, from x = 0 on; 0: never", ">=0"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};

  static std::shared_ptr<const Road> make(const Values& v) {
    const bool both = v.given("points"), one = v.given("left") || v.given("right");
    if (both == one)
      throw Error(both ? "'points' is for both tracks, 'left' and 'right' for one each"
                       : "a profile without points",
                  "", "give 'points', or 'left' and 'right'");
    double shortest = v.number("repeat") / 2;
    const auto track = [&](std::string_view key) {
      if (!v.given(key)) return Track();
      const auto points = v.matrix(key);
      for (std::size_t k = 1; k < points.size(); ++k)
        if (points[k].size() == 2 && points[k - 1].size() == 2 && points[k][1] != points[k - 1][1])
          shortest = std::min(shortest, points[k][0] - points[k - 1][0]);
      const std::string word = v.word("shape");
      const auto shape = word == "line"     ? Track::Shape::line
                         : word == "cosine" ? Track::Shape::cosine
                         : word == "spline" ? Track::Shape::spline
                                            : Track::Shape::smooth;
      return Track::through(v.matrix(key), shape, v.number("blend"));
    };
    Track left = track(both ? "points" : "left"), right = track(both ? "points" : "right");
    return std::make_shared<ProfileRoad>(std::move(left), std::move(right), v.number("repeat"),
                                         shortest, FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"profile", "profile along x, per track", keys, make};

 private:
  Track left_, right_;
  double repeat_, shortest_;
  FrictionMap friction_;
};

}  // namespace takt::element
