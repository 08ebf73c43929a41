#include "takt/scene/wheels.hpp"

#include <algorithm>
#include <cmath>

namespace takt::scene {
namespace {

constexpr double usual_width = 0.6;  // of a tyre, for its radius

bool about_axis_of(const Shape& shape, const Frame& tyre) {
  const bool round = shape.kind == Shape::Kind::cylinder || shape.kind == Shape::Kind::wheel;
  return round && std::abs(shape.frame.R.col(2).dot(tyre.R.col(2))) > 0.99;
}

// The rim is turned to what the wheel shows outside; the tyre is the same on both sides.
Shape wheel(const Frame& at, double radius, double width) {
  Shape s;
  s.kind = Shape::Kind::wheel;
  s.size = {radius, width > 0 ? width : usual_width * radius};
  s.frame = at;
  s.part = Shape::Part::tyre;
  return s;
}

}  // namespace

std::vector<bool> add_wheels(Scene& scene, const Situation& s) {
  struct Tyre {
    Frame at;
    element::TyreSize size;
  };
  std::vector<std::vector<Tyre>> tyres(scene.bodies.size());
  for (const Force& f : s.model.forces) {
    if (f.body_force == nullptr || !(f.body_force->tyre_size().radius > 0)) continue;
    tyres[static_cast<std::size_t>(f.on.body)].push_back(
        {s.frame_from_centre(f.on), f.body_force->tyre_size()});
  }
  std::vector<bool> any(scene.bodies.size());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    if (tyres[b].empty()) continue;
    any[b] = true;
    std::vector<Shape>& shapes = scene.bodies[b].shapes;
    const auto is_wheel = [&](const Shape& x) { return about_axis_of(x, tyres[b][0].at); };
    const auto given = std::count_if(shapes.begin(), shapes.end(), is_wheel);
    if (given == static_cast<std::ptrdiff_t>(tyres[b].size())) {
      for (Shape& x : shapes)
        if (is_wheel(x)) x = wheel(x.frame, x.size[0], x.size[1]);
      continue;
    }
    std::erase_if(shapes, is_wheel);
    for (const Tyre& t : tyres[b]) shapes.push_back(wheel(t.at, t.size.radius, t.size.width));
  }
  return any;
}

void without_wheels(const Body& body, std::vector<Vec3>& points) {
  const auto inside = [&](const Vec3& p) {
    return std::any_of(body.shapes.begin(), body.shapes.end(), [&](const Shape& s) {
      if (s.kind != Shape::Kind::wheel) return false;
      const Vec3 x = s.frame.R.transpose() * (p - s.frame.p);
      return std::hypot(x[0], x[1]) < 0.3 * s.size[0] && std::abs(x[2]) < s.size[1];
    });
  };
  if (std::all_of(points.begin(), points.end(), inside)) points.clear();
}

bool add_hub(Scene& scene, std::size_t hub, const std::vector<Vec3>& points) {
  Body& body = scene.bodies[hub];
  if (!body.shapes.empty()) return false;
  for (const Body& b : scene.bodies)
    for (const Shape& s : b.shapes) {
      if (&b == &body || s.kind != Shape::Kind::wheel) continue;
      const Frame wheel = b.pose * s.frame;
      const auto far = [&](const Vec3& p) {
        return (wheel.p - body.pose * p).norm() > 0.3 * s.size[0];
      };
      if (far(Vec3::Zero()) || std::any_of(points.begin(), points.end(), far)) continue;
      Shape drum;
      drum.kind = Shape::Kind::cylinder;
      drum.size = {0.35 * s.size[0], 0.5 * s.size[1]};
      drum.frame = body.pose.inverse() * wheel;
      drum.part = Shape::Part::frame;
      body.shapes.push_back(drum);
      return true;
    }
  return false;
}

}  // namespace takt::scene
