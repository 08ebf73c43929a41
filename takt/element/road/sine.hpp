// A wavy road; the waves of the right side may be shifted against those of the left side.
//
//   z = a sin(2 pi (x - x0) / l - phi)
//
// Terms used: a amplitude, l wavelength, x0 start, phi phase of the right side (y <= 0). The waves
// grow to their full height over the length `blend` (blend.hpp).
#pragma once

#include <cmath>
#include <numbers>

#include "takt/element/road/blend.hpp"
#include "takt/element/road/friction_map.hpp"

namespace takt::element {

class SineRoad final : public Road {
 public:
  SineRoad(double amplitude, double wavelength, double phase, Blend blend,
           FrictionMap friction = {})
      : a_(amplitude), l_(wavelength), phase_(phase), blend_(blend),
        friction_(std::move(friction)) {}

  RoadPoint at(double x, double y) const noexcept override {
    const double k = 2 * std::numbers::pi / l_;
    const double angle = k * (x - blend_.start) - (y <= 0 ? phase_ : 0);
    const double s = a_ * std::sin(angle), c = a_ * std::cos(angle);
    RoadPoint p;
    p.z = s;
    p.z_x = k * c;
    p.z_xx = -k * k * s;
    blend_.apply(x, p);
    p.friction = friction_.at(x, y);
    return p;
  }
  double wavelength() const noexcept override { return a_ == 0 ? 0 : l_; }

  static constexpr Key keys[] = {
      {"amplitude", KeyKind::number, "m", "", "of the waves"},
      {"wavelength", KeyKind::number, "m", "", "of the waves", ">0"},
      {"phase", KeyKind::number, "rad", "0", "by which the right side is behind the left one"},
      {"start", KeyKind::number, "m", "0", "where the waves begin"},
      {"blend", KeyKind::number, "m", "1", "length over which they grow to their height", ">=0"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values& v) {
    return std::make_shared<SineRoad>(
        v.number("amplitude"), v.number("wavelength"), v.number("phase"),
        Blend{v.number("start"), v.number("blend")}, FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"sine", "waves, in phase or shifted between the sides", keys,
                                   make};

 private:
  double a_, l_, phase_;
  Blend blend_;
  FrictionMap friction_;
};

}  // namespace takt::element
