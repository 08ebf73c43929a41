// Which of many polygons and lines hides which: they are split where they cross and sorted from the
// back to the front by a tree of planes.                            Fuchs, Kedem, Naylor 1980
#pragma once

#include <vector>

#include "takt/spatial/frame.hpp"

namespace takt::scene {

struct Piece {
  std::vector<Vec3> corners;  // of a plane polygon; two: a line
  std::vector<bool> edges;    // of a polygon: whether the side after each corner is drawn
  int style = 0;              // whatever the drawing wants to know of it
  Vec3 normal = Vec3::Zero();
};

// `towards`: the direction to the eye, which is far away. Lengths below `small` do not count.
std::vector<Piece> back_to_front(std::vector<Piece>, const Vec3& towards, double small);

}  // namespace takt::scene
