#include "takt/scene/facets.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "takt/model/geometry.hpp"
#include "takt/model/mesh.hpp"

namespace takt::scene {
namespace {

struct Ring {
  double radius, z;
  bool rim = false;  // of the faces between this ring and the next
};

// A body of revolution about z: a closed profile is given upwards along its outside. Rings of radius
// zero are points.
Facets turned(const std::vector<Ring>& rings, int sides) {
  Facets f;
  std::vector<std::vector<int>> at;  // points of each ring
  for (const Ring& r : rings) {
    std::vector<int> ring;
    const int count = r.radius > 0 ? sides : 1;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.5) / sides;
      ring.push_back(static_cast<int>(f.points.size()));
      f.points.push_back({r.radius * std::cos(angle), r.radius * std::sin(angle), r.z});
    }
    at.push_back(std::move(ring));
  }
  const auto add = [&](std::vector<int> corners, bool rim, bool round = true) {
    f.faces.push_back({std::move(corners), rim, round});
  };
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    const auto &a = at[i], &b = at[i + 1];
    const bool rim = rings[i].rim;
    // A flat end is one polygon.
    if (rings[i].z == rings[i + 1].z && (a.size() == 1 || b.size() == 1)) {
      std::vector<int> disc = a.size() == 1 ? b : a;
      if (a.size() == 1) std::reverse(disc.begin(), disc.end());
      add(std::move(disc), rim, false);
      continue;
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(sides); ++k) {
      const std::size_t next = (k + 1) % static_cast<std::size_t>(sides);
      if (a.size() == 1)
        add({a[0], b[next], b[k]}, rim);
      else if (b.size() == 1)
        add({a[k], a[next], b[0]}, rim);
      else
        add({a[k], a[next], b[next], b[k]}, rim);
    }
  }
  return f;
}

int sides_for(double radius, double pixels) {
  return std::clamp(static_cast<int>(8 + 0.4 * radius * pixels), 8, 36) / 2 * 2;
}

std::vector<Ring> half_ball(double radius, double z, bool upper, int sides) {
  std::vector<Ring> rings;
  const int steps = std::max(2, sides / 5);
  for (int k = 0; k <= steps; ++k) {
    const double angle = std::numbers::pi / 2 * (upper ? k : k - steps) / steps;
    const bool pole = k == (upper ? steps : 0);
    rings.push_back({pole ? 0 : radius * std::cos(angle), z + radius * std::sin(angle)});
  }
  return rings;
}

constexpr double thin = 5;  // pixels: no rounded ends

std::vector<Ring> rod(double radius, double length) {
  const double h = length / 2;
  return {{0, -h}, {radius, -h}, {radius, h}, {0, h}};
}

Facets box_faces(double x, double y, double z) {
  Facets f;
  for (const double c : {-z / 2, z / 2})
    for (const double b : {-y / 2, y / 2})
      for (const double a : {-x / 2, x / 2}) f.points.push_back({a, b, c});
  for (const std::vector<int>& corners : {std::vector<int>{0, 2, 3, 1},
                                          {4, 5, 7, 6},
                                          {0, 1, 5, 4},
                                          {2, 6, 7, 3},
                                          {0, 4, 6, 2},
                                          {1, 3, 7, 5}})
    f.faces.push_back({corners});
  return f;
}

// A tyre with rounded shoulders around a rim that lies a little inside.
Facets wheel_faces(double r, double width, int sides) {
  const double h = width / 2, rim = 0.6 * r, dish = 0.25 * h, hub = 0.2 * r;
  return turned({{0, -0.7 * h, true},
                 {hub, -0.7 * h, true},
                 {hub, -h + dish, true},
                 {rim, -h + dish, true},
                 {rim, -h},
                 {0.9 * r, -h},
                 {r, -0.6 * h},
                 {r, 0.6 * h},
                 {0.9 * r, h},
                 {rim, h, true},
                 {rim, h - dish, true},
                 {hub, h - dish, true},
                 {hub, 0.7 * h, true},
                 {0, 0.7 * h}},
                sides);
}

}  // namespace

Facets facets_of(const Shape& s, double pixels) {
  const std::vector<double>& x = s.size;
  Facets f;
  using Kind = Shape::Kind;
  switch (s.kind) {
    case Kind::line: return f;
    case Kind::box: f = box_faces(x[0], x[1], x[2]); break;
    case Kind::sphere: {
      const int sides = sides_for(x[0], pixels);
      std::vector<Ring> rings = half_ball(x[0], 0, false, sides);
      const std::vector<Ring> upper = half_ball(x[0], 0, true, sides);
      rings.insert(rings.end(), upper.begin() + 1, upper.end());
      f = turned(rings, sides);
      break;
    }
    case Kind::capsule: {
      const int sides = sides_for(x[0], pixels);
      if (x[0] * pixels < thin) {
        f = turned(rod(x[0], x[1] + x[0]), sides);
        break;
      }
      std::vector<Ring> rings = half_ball(x[0], -x[1] / 2, false, sides);
      const std::vector<Ring> upper = half_ball(x[0], x[1] / 2, true, sides);
      rings.insert(rings.end(), upper.begin(), upper.end());
      f = turned(rings, sides);
      break;
    }
    case Kind::cylinder: f = turned(rod(x[0], x[1]), sides_for(x[0], pixels)); break;
    case Kind::cone: f = turned({{0, 0}, {x[0], 0}, {0, x[1]}}, sides_for(x[0], pixels)); break;
    case Kind::tube:
      f = turned({{x[1], -x[2] / 2},
                  {x[0], -x[2] / 2},
                  {x[0], x[2] / 2},
                  {x[1], x[2] / 2},
                  {x[1], -x[2] / 2}},
                 sides_for(x[0], pixels));
      break;
    case Kind::wheel: f = wheel_faces(x[0], x[1], sides_for(x[0], pixels)); break;
    case Kind::mesh:
      f.points.assign(s.mesh->points.begin(), s.mesh->points.end());
      for (const auto& t : s.mesh->triangles) f.faces.push_back({{t[0], t[1], t[2]}});
      break;
  }
  for (Vec3& p : f.points) p = s.frame * p;
  return f;
}

Facets round_bar(const Vec3& from, const Vec3& to, double radius, int sides) {
  const Vec3 d = to - from;
  Facets f = turned(rod(radius, d.norm()), sides);
  const Frame at{axes_along(d), 0.5 * (from + to)};
  for (Vec3& p : f.points) p = at * p;
  return f;
}

}  // namespace takt::scene
