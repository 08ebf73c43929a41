// A road with a cosine bump across it, the same on both sides or with a hollow on the right side.
//
//   z = h/2 (1 - cos(2 pi (x - x0) / l))   for x0 < x < x0 + l              IAVSD benchmark 1990
//
// Terms used: x0 start, l length, h height. Right is where y <= 0.
#pragma once

#include <cmath>
#include <numbers>

#include "takt/element/road/friction_map.hpp"

namespace takt::element {

class BumpRoad final : public Road {
 public:
  BumpRoad(double start, double length, double height, bool antiphase, FrictionMap friction = {})
      : x0_(start), l_(length), h_(height), antiphase_(antiphase), friction_(std::move(friction)) {}

  RoadPoint at(double x, double y) const noexcept override {
    RoadPoint p;
    p.friction = friction_.at(x, y);
    if (x <= x0_ || x >= x0_ + l_) return p;
    const double h = (antiphase_ && y <= 0 ? -h_ : h_) / 2, k = 2 * std::numbers::pi / l_;
    const double c = std::cos(k * (x - x0_)), s = std::sin(k * (x - x0_));
    p.z = h * (1 - c);
    p.z_x = h * k * s;
    p.z_xx = h * k * k * c;
    return p;
  }

  double wavelength() const noexcept override { return h_ == 0 ? 0 : l_; }

  static constexpr Key keys[] = {
      {"start", KeyKind::number, "m", "0.97", "where the bump begins"},
      {"length", KeyKind::number, "m", "5", "of the bump", ">0"},
      {"height", KeyKind::number, "m", "0.2", "of its top"},
      {"antiphase", KeyKind::flag, "", "false", "a hollow in place of the bump on the right side"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values& v) {
    return std::make_shared<BumpRoad>(v.number("start"), v.number("length"), v.number("height"),
                                      v.flag("antiphase"), FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"bump", "cosine bump, in phase or antiphase", keys, make};

 private:
  double x0_, l_, h_;
  bool antiphase_;
  FrictionMap friction_;
};

}  // namespace takt::element
