// Names beside what they name, placed so that they cover little.
#pragma once

#include <string>
#include <vector>

#include "takt/spatial/frame.hpp"

namespace takt::scene {

using Vec2 = Eigen::Vector2d;

struct Box2 {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  double common(const Box2&) const;  // area
};

struct Label {
  std::string text;
  Vec2 at = Vec2::Zero();  // what it names, in pixels, y down
  bool of_body = false;    // else of a joint or a frame: smaller
  double font() const { return of_body ? 13 : 11; }
  double width() const;  // estimated
  // Set by place():
  Box2 box = {};
  bool placed = false, leader = false;
};

// Gives each label a free place near what it names, bodies first; those without one are not placed.
// `taken`: what must stay free.
void place(std::vector<Label>&, std::vector<Box2> taken, const Box2& paper);

}  // namespace takt::scene
