// A plane road that rises along x, or leans to a side.
//
//   z = grade (x - x0) + cross y
//
// Terms used: grade and cross rise per metre, 0.05 is a slope of 5 %. A positive cross slope is
// higher on the left. Before x0 the road is level; the slopes begin over the length `blend`.
#pragma once

#include "takt/element/road/blend.hpp"
#include "takt/element/road/friction_map.hpp"

namespace takt::element {

class SlopeRoad final : public Road {
 public:
  SlopeRoad(double grade, double cross, bool everywhere, Blend blend, FrictionMap friction = {})
      : grade_(grade), cross_(cross), everywhere_(everywhere), blend_(blend),
        friction_(std::move(friction)) {}

  RoadPoint at(double x, double y) const noexcept override {
    RoadPoint p;
    p.z = grade_ * (x - blend_.start) + cross_ * y;
    p.z_x = grade_;
    p.z_y = cross_;
    if (!everywhere_) blend_.apply(x, p);
    p.friction = friction_.at(x, y);
    return p;
  }

  static constexpr Key keys[] = {
      {"grade", KeyKind::number, "", "0", "rise per metre along x"},
      {"cross", KeyKind::number, "", "0", "rise per metre along y: positive is higher on the left"},
      {"start", KeyKind::number, "m", "none", "where the slope begins; everywhere if not given"},
      {"blend", KeyKind::number, "m", "5", "length over which it begins", ">=0"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values& v) {
    const bool begins = v.given("start");
    return std::make_shared<SlopeRoad>(v.number("grade"), v.number("cross"), !begins,
                                       Blend{begins ? v.number("start") : 0, v.number("blend")},
                                       FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"slope", "plane with a grade and a cross slope", keys, make};

 private:
  double grade_, cross_;
  bool everywhere_;
  Blend blend_;
  FrictionMap friction_;
};

}  // namespace takt::element
