// A surface of triangles, and what it encloses.
//
//   V = sum a.(b x c) / 6 over triangles (a, b, c), seen counter-clockwise from outside
//
// Volume, centre and moments are sums over the tetrahedra of the triangles with the origin.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/spatial/frame.hpp"

namespace takt {

struct Mesh {
  std::string name;  // of its file
  List<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
};

// Joins points that are the same to a millionth of the size of the mesh, and removes triangles that
// then have two equal corners. Files of triangles repeat every point.
void join_points(Mesh&);

// Why a mesh encloses no volume: empty if it is closed, with all triangles turned outwards.
std::string why_not_closed(const Mesh&);

}  // namespace takt
