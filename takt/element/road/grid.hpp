// A road of heights on a regular grid, C^1: bicubic Hermite with slopes from neighbours.
//                                                                                Catmull, Rom 1974
//
//   z(x, y) = sum_ij w_i(s) w_j(t) z_ij   over 4 x 4 neighbours
//
// Beyond the grid the heights of its border continue.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "takt/element/road/crg_file.hpp"
#include "takt/element/road/friction_map.hpp"

namespace takt::element {

class GridRoad final : public Road {
 public:
  struct Axis {
    double start, step;
  };
  GridRoad(Axis x, Axis y, const std::vector<std::vector<double>>& heights,
           FrictionMap friction = {})
      : x_(x), y_(y), rows_(static_cast<int>(heights.size())), friction_(std::move(friction)) {
    for (const auto& row : heights) {
      if (row.empty() || row.size() != heights.front().size())
        throw Error("the heights of a grid are not a rectangle", "",
                    "give one row for each x, with one height for each y");
      z_.insert(z_.end(), row.begin(), row.end());
    }
    if (z_.empty()) throw Error("a grid without heights", "", "");
    columns_ = static_cast<int>(heights.front().size());
  }

  RoadPoint at(double x, double y) const noexcept override {
    int i = 0, j = 0;
    const Weights wx = weights((x - x_.start) / x_.step, rows_, i);
    const Weights wy = weights((y - y_.start) / y_.step, columns_, j);
    RoadPoint p;
    for (int k = 0; k < 4; ++k)
      for (int l = 0; l < 4; ++l) {
        const double z = height(i + k, j + l);
        p.z += wx.w[k] * wy.w[l] * z;
        p.z_x += wx.d[k] * wy.w[l] * z / x_.step;
        p.z_y += wx.w[k] * wy.d[l] * z / y_.step;
        p.z_xx += wx.dd[k] * wy.w[l] * z / (x_.step * x_.step);
        p.z_xy += wx.d[k] * wy.d[l] * z / (x_.step * y_.step);
        p.z_yy += wx.w[k] * wy.dd[l] * z / (y_.step * y_.step);
      }
    p.friction = friction_.at(x, y);
    return p;
  }

  static constexpr Key keys[] = {
      {"heights", KeyKind::table, "m", "none", "a row for each x, in it a height for each y"},
      {"file", KeyKind::text, "", "none",
       "in place of heights, start and step: a CSV file, first line y, then lines x, heights; or "
       "an "
       "OpenCRG file .crg",
       "file"},
      {"start_x", KeyKind::number, "m", "0", "x of the first row"},
      {"start_y", KeyKind::number, "m", "0", "y of the first height in a row"},
      {"step_x", KeyKind::number, "m", "none", "from row to row", ">0"},
      {"step_y", KeyKind::number, "m", "none", "from height to height in a row", ">0"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values& v) {
    if (v.given("heights") == v.given("file"))
      throw Error("a grid has 'heights' or a 'file'", "", "give one of them");
    if (v.given("file")) {
      for (const char* key : {"start_x", "start_y", "step_x", "step_y"})
        if (v.given(key))
          throw Error("'" + std::string(key) + "' is in the file", "", "leave it out");
      const std::string text = v.word("file");
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string name = text.substr(0, end);
      const std::string_view content =
          std::string_view(text).substr(std::min(end + 1, text.size()));
      const bool crg = name.ends_with(".crg") || name.ends_with(".CRG");
      const GridFile g = crg ? parse_crg(content, name) : parse_grid(content, name);
      return std::make_shared<GridRoad>(Axis{g.start_x, g.step_x}, Axis{g.start_y, g.step_y},
                                        g.heights, FrictionMap::from(v));
    }
    for (const char* key : {"step_x", "step_y"})
      if (!v.given(key))
        throw Error("the key '" + std::string(key) + "' is missing", "",
                    "give the distance of the heights in m");
    return std::make_shared<GridRoad>(Axis{v.number("start_x"), v.number("step_x")},
                                      Axis{v.number("start_y"), v.number("step_y")},
                                      v.matrix("heights"), FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{
      "grid", "heights on a regular grid, or measured ones from a CSV or OpenCRG file", keys, make};

 private:
  struct Weights {
    std::array<double, 4> w, d, dd;  // of nodes first .. first + 3
  };
  // s in steps; from two cells beyond the border on the road is level.
  static Weights weights(double s, int count, int& first) noexcept {
    if (!(s > -2)) s = -2;  // also if s is not a number
    s = std::min(s, count + 1.0);
    const double cell = std::floor(s), t = s - cell;
    first = static_cast<int>(cell) - 1;
    return {{t * (-1 + t * (2 - t)) / 2, 1 + t * t * (-5 + 3 * t) / 2,
             t * (1 + t * (4 - 3 * t)) / 2, t * t * (t - 1) / 2},
            {(-1 + t * (4 - 3 * t)) / 2, t * (-10 + 9 * t) / 2, (1 + t * (8 - 9 * t)) / 2,
             t * (3 * t - 2) / 2},
            {2 - 3 * t, -5 + 9 * t, 4 - 9 * t, 3 * t - 1}};
  }
  double height(int i, int j) const noexcept {
    i = std::clamp(i, 0, rows_ - 1);
    j = std::clamp(j, 0, columns_ - 1);
    return z_[static_cast<std::size_t>(i) * columns_ + j];
  }

  Axis x_, y_;
  int rows_, columns_ = 0;
  std::vector<double> z_;
  FrictionMap friction_;
};

}  // namespace takt::element
