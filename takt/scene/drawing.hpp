// What is drawn of a scene, as polygons and lines in the world.
#pragma once

#include <vector>

#include "takt/scene/hidden.hpp"
#include "takt/scene/projection.hpp"

namespace takt::scene {

struct Style {
  enum class Kind { face, glass, ground, line, grid };
  Kind kind = Kind::face;
  double red = 0, green = 0, blue = 0;  // 0 to 1; lines of the kind `line` and faces
  int shade = 2;                        // of the ground: 0 dark to 4 bright; 2 is level
  double width = 1;                     // pixels, of a line
  int owner = -1;                       // the body; -1: none
};

struct Drawing {
  std::vector<Piece> pieces;
  std::vector<Style> styles;
};

// `pixels`: of a metre.
Drawing drawing_of(const Scene&, const Projection&, double pixels);

}  // namespace takt::scene
