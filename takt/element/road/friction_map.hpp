// Friction of a road: one coefficient, and rectangles with other coefficients; later rectangles lie
// on top. The coefficient, but not those of the rectangles, may be a signal; tyres on the road then
// read this signal.
#pragma once

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

class FrictionMap {
 public:
  struct Patch {
    double x0, x1, y0, y1, friction;
  };

  FrictionMap() = default;
  explicit FrictionMap(double friction, std::vector<Patch> patches = {})
      : friction_(friction), patches_(std::move(patches)) {}

  double at(double x, double y) const noexcept {
    for (std::size_t k = patches_.size(); k-- > 0;) {
      const Patch& p = patches_[k];
      if (p.x0 <= x && x <= p.x1 && p.y0 <= y && y <= p.y1) return p.friction;
    }
    return friction_;
  }

  // Keys of every road.
  static constexpr Key friction_key{
      "friction", KeyKind::varying, "", "1", "coefficient of the road; a signal changes it in time",
      ">=0"};
  static constexpr Key patches_key{
      "patches", KeyKind::table, "", "none",
      "rows [x0, x1, y0, y1, friction]: rectangles with other friction"};

  static FrictionMap from(const Values& v) {
    FrictionMap map(v.varies("friction") ? by_signal : v.number("friction"));
    if (!v.given("patches")) return map;
    for (const std::vector<double>& row : v.matrix("patches")) {
      if (row.size() != 5 || row[0] > row[1] || row[2] > row[3] || row[4] < 0)
        throw Error("a patch is not a rectangle with a friction", "",
                    "write [x0, x1, y0, y1, friction] with x0 <= x1, y0 <= y1, friction >= 0");
      map.patches_.push_back({row[0], row[1], row[2], row[3], row[4]});
    }
    return map;
  }

 private:
  double friction_ = 1;
  std::vector<Patch> patches_;
};

}  // namespace takt::element
