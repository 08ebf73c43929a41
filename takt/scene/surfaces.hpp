// Roads and rails where a mechanism goes.
#pragma once

#include <span>

#include "takt/model/model.hpp"
#include "takt/scene/scene.hpp"

namespace takt::scene {

struct Region {  // seen from above
  double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
};

// Triangles whose corners are on the road and that differ from it by no more than `tolerance` in
// between; the corners of a polyline are edges of triangles. A level road has two triangles. Lines on
// it show how it runs.
Surface road_surface(const element::Road&, const Region&, double tolerance = 2e-3);

// Adds the road and the rails of a model around a path: positions of the main body over time, or only
// that at the start.
void add_surfaces(Scene&, const Model&, std::span<const Vec3> path);
// The same around the bodies as they stand.
void add_surfaces(Scene&, const Model&);

}  // namespace takt::scene
