// A level road.
#pragma once

#include "takt/element/road/friction_map.hpp"

namespace takt::element {

class FlatRoad final : public Road {
 public:
  explicit FlatRoad(double z = 0, FrictionMap friction = {})
      : z_(z), friction_(std::move(friction)) {}

  RoadPoint at(double x, double y) const noexcept override {
    RoadPoint p;
    p.z = z_;
    p.friction = friction_.at(x, y);
    return p;
  }

  bool is_level() const noexcept override { return true; }

  static constexpr Key keys[] = {{"z", KeyKind::number, "m", "0", "height"},
                                 FrictionMap::friction_key,
                                 FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values& v) {
    return std::make_shared<FlatRoad>(v.number("z"), FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"flat", "level road", keys, make};

 private:
  double z_;
  FrictionMap friction_;
};

}  // namespace takt::element
