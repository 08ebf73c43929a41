// Writes polygons and lines as paths of SVG, in few bytes.
#pragma once

#include <string>
#include <vector>

#include "takt/scene/drawing.hpp"
#include "takt/scene/labels.hpp"

namespace takt::scene {

// Tenths of a pixel, without zeros that say nothing.
std::string px(double x);

// Neighbours with the same look become one path.
class Strokes {
 public:
  void add(const Style&, const std::vector<Vec2>& corners);
  // The sides of a polygon that are drawn as lines.
  void add_edges(const std::vector<Vec2>& corners, const std::vector<bool>& edges);
  std::string text();

 private:
  void begin(const std::string& look);
  void go(const std::vector<Vec2>&, bool closed);
  void step(long tenths);

  std::string out_, d_, look_, last_;
};

}  // namespace takt::scene
