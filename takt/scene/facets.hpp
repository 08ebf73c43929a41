// Shapes as polygons, for drawings.
#pragma once

#include <vector>

#include "takt/scene/scene.hpp"

namespace takt::scene {

struct Facets {
  struct Face {
    std::vector<int> corners;  // counter-clockwise from outside
    bool rim = false;          // of a wheel: drawn lighter than its tyre
    bool round = false;        // part of a round surface, whose inner edges are no edges
  };
  std::vector<Vec3> points;
  std::vector<Face> faces;
};

// In the axes of the body. `pixels`: of a metre on the drawing, for the number of faces of what is
// round. A line has no faces.
Facets facets_of(const Shape&, double pixels);

// A round bar without rounded ends.
Facets round_bar(const Vec3& from, const Vec3& to, double radius, int sides);

}  // namespace takt::scene
