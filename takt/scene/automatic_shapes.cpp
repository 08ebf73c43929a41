#include "takt/scene/automatic_shapes.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "takt/model/geometry.hpp"
#include "takt/model/mesh.hpp"

namespace takt::scene {
namespace {

constexpr double density = 2700;  // kg/m^3, of aluminium

// Axes in which the points spread most, second and least, and how far from their middle.
struct Spread {
  Vec3 middle = Vec3::Zero(), half = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};

Spread spread_of(const std::vector<Vec3>& points) {
  Spread s;
  for (const Vec3& p : points) s.middle += p / static_cast<double>(points.size());
  Mat3 moments = Mat3::Zero();
  for (const Vec3& p : points) moments += (p - s.middle) * (p - s.middle).transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(moments);
  for (int k = 0; k < 3; ++k) s.axes.col(k) = principal.eigenvectors().col(2 - k);
  if (s.axes.determinant() < 0) s.axes.col(2) *= -1;
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (const Vec3& p : points) {
    const Vec3 x = s.axes.transpose() * (p - s.middle);
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  s.middle += s.axes * (low + high) / 2;
  s.half = (high - low) / 2;
  return s;
}

std::vector<Vec3> distinct(const std::vector<Vec3>& points, double apart) {
  std::vector<Vec3> kept;
  for (const Vec3& p : points)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const Vec3& k) { return (k - p).norm() < apart; }))
      kept.push_back(p);
  return kept;
}

Shape ball(double radius) {
  Shape s;
  s.size = {radius};
  return s;
}

Shape box(const Vec3& edges, const Mat3& R) {
  Shape s;
  s.kind = Shape::Kind::box;
  s.size = {edges[0], edges[1], edges[2]};
  s.frame.R = R;
  return s;
}

double ball_radius(double mass, double size) {
  const double r = std::cbrt(3 * mass / (4 * std::numbers::pi * density));
  return std::clamp(r, 0.015 * size, 0.06 * size);
}

// The uniform box with this mass and inertia. Its axes are those of the body where these are
// principal axes.
Shape box_by_inertia(const BodyPoints& b, double size) {
  Mat3 R = Mat3::Identity();
  Vec3 I = b.inertia.diagonal();
  if (!b.inertia.isDiagonal(1e-9)) {
    const Eigen::SelfAdjointEigenSolver<Mat3> principal(b.inertia);
    R = principal.eigenvectors();
    if (R.determinant() < 0) R.col(2) *= -1;
    I = principal.eigenvalues();
  }
  Vec3 edges;
  for (int k = 0; k < 3; ++k) {
    const double square = 6 * (I[(k + 1) % 3] + I[(k + 2) % 3] - I[k]) / b.mass;
    edges[k] = std::sqrt(std::max(square, 0.0));
  }
  const double least = std::max(0.02 * size, 0.05 * edges.maxCoeff());
  return box(edges.cwiseMax(least), R);
}

// The corners of the smallest convex polygon around points of a plane, counter-clockwise.
std::vector<Eigen::Vector2d> hull_of(std::vector<Eigen::Vector2d> p) {
  const auto left = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                       const Eigen::Vector2d& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  };
  std::sort(p.begin(), p.end(), [](const auto& a, const auto& b) {
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
  });
  std::vector<Eigen::Vector2d> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = hull.size();
    for (const Eigen::Vector2d& x : p) {
      while (hull.size() >= start + 2 && left(hull[hull.size() - 2], hull.back(), x) <= 0)
        hull.pop_back();
      hull.push_back(x);
    }
    hull.pop_back();
    std::reverse(p.begin(), p.end());
  }
  return hull;
}

// A plate through points near a plane, a little larger than they are.
Shape plate(const std::vector<Vec3>& points, const Spread& s, double thickness) {
  std::vector<Eigen::Vector2d> flat;
  const double rim = thickness * 0.8;
  for (const Vec3& p : points) {
    const Vec3 x = s.axes.transpose() * (p - s.middle);
    for (int k = 0; k < 8; ++k) {
      const double angle = k * std::numbers::pi / 4;
      flat.emplace_back(x[0] + rim * std::cos(angle), x[1] + rim * std::sin(angle));
    }
  }
  const auto hull = hull_of(flat);
  const int n = static_cast<int>(hull.size());
  auto mesh = std::make_shared<Mesh>();
  for (const double z : {-thickness / 2, thickness / 2})
    for (const auto& c : hull) mesh->points.push_back({c[0], c[1], z});
  for (int k = 1; k + 1 < n; ++k) {
    mesh->triangles.push_back({0, k + 1, k});
    mesh->triangles.push_back({n, n + k, n + k + 1});
  }
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    mesh->triangles.push_back({k, next, n + next});
    mesh->triangles.push_back({k, n + next, n + k});
  }
  Shape shape;
  shape.kind = Shape::Kind::mesh;
  shape.frame = {s.axes, s.middle};
  shape.mesh = std::move(mesh);
  return shape;
}

Shape line(const Vec3& from, const Vec3& to) {
  Shape s;
  s.kind = Shape::Kind::line;
  s.frame.p = from;
  s.size = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  return s;
}

// Lines from the first point to the others: of what carries others and has no mass.
std::vector<Shape> lines(const std::vector<Vec3>& points) {
  std::vector<Shape> all;
  for (std::size_t k = 1; k < points.size(); ++k) all.push_back(line(points[0], points[k]));
  return all;
}

// A bar through points that are nearly on a line, with arms to those beside it.
std::vector<Shape> along_bar(const BodyPoints& b, const std::vector<Vec3>& points, const Spread& s,
                             double radius, double size) {
  const bool has_inertia = b.inertia.trace() > 0;
  const Vec3 d = s.axes.col(0);
  double low = 1e300, high = -1e300, beside = 0;
  Vec3 middle = Vec3::Zero();  // of the points that are not pairs beside the bar
  for (const Vec3& p : points) middle += p / static_cast<double>(points.size());
  for (const Vec3& p : points) {
    low = std::min(low, (p - middle).dot(d));
    high = std::max(high, (p - middle).dot(d));
  }
  std::vector<Shape> shapes{bar(middle + low * d, middle + high * d, radius)};
  for (const Vec3& p : points) {
    const Vec3 foot = middle + (p - middle).dot(d) * d;
    beside = (p - foot).norm();
    if (beside > 1.5 * radius) shapes.push_back(bar(foot, p, 0.7 * radius));
  }
  // The end of a bar without another part there, or a mass on a light rod.
  if (!has_inertia)
    shapes.push_back(ball(std::max(ball_radius(b.mass, size), 1.8 * radius)));
  else if (distinct(b.points, 0.01 * size).size() == 1)
    shapes.push_back(box_by_inertia(b, size));
  return shapes;
}

}  // namespace

double bar_radius(double mass, double length, double size) {
  const double r = std::sqrt(mass / (std::numbers::pi * density * std::max(length, 1e-9)));
  const double least = 0.006 * size, most = std::max(least, std::min(0.022 * size, 0.08 * length));
  return std::clamp(r, least, most);
}

Shape bar(const Vec3& from, const Vec3& to, double radius) {
  const Vec3 d = to - from;
  Shape s;
  s.kind = Shape::Kind::capsule;
  s.size = {radius, d.norm()};
  s.frame = {axes_along(d), 0.5 * (from + to)};
  return s;
}

std::vector<Shape> automatic_shapes(const BodyPoints& b, double size) {
  const std::vector<Vec3> attached = distinct(b.points, 1e-3 * size);
  const bool has_inertia = b.inertia.trace() > 0;
  if (!(b.mass > 0)) return lines(attached);
  const Shape by_inertia = box_by_inertia(b, size);
  const Shape lump = has_inertia ? by_inertia : ball(ball_radius(b.mass, size));

  std::vector<Vec3> points = attached;
  points.push_back(Vec3::Zero());
  points = distinct(points, 0.01 * size);
  Spread s = spread_of(points);
  if (points.size() == 1) return b.has_wheel ? std::vector<Shape>() : std::vector<Shape>{lump};

  // A block with what is attached near its middle, and the body of a vehicle.
  const double longest = *std::max_element(by_inertia.size.begin(), by_inertia.size.end());
  if (has_inertia && !b.has_wheel && (b.block || s.half[0] < 0.15 * longest)) return {by_inertia};

  const double radius = bar_radius(b.mass, 2 * s.half[0], size);
  // Between two points the centre of mass may lie a little beside the bar.
  const std::vector<Vec3> ends = distinct(b.points, 0.01 * size);
  if (ends.size() == 2 && s.half[1] < 0.2 * s.half[0] && has_inertia)
    return {bar(ends[0], ends[1], radius)};
  if (s.half[1] < 0.12 * s.half[0]) return along_bar(b, points, s, radius, size);
  const bool flat = s.half[2] < 0.15 * s.half[0] && s.half[2] < 0.5 * s.half[1];
  if (flat && !b.has_wheel) {
    const double thickness =
        std::clamp(b.mass / (density * 4 * s.half[0] * s.half[1]), 0.012 * size, 0.025 * size);
    return {plate(points, s, std::max(thickness, 2 * s.half[2]))};
  }
  std::vector<Shape> shapes;  // a star
  for (const Vec3& p : attached)
    if (p.norm() > 0.02 * size) shapes.push_back(bar(Vec3::Zero(), p, radius));
  shapes.push_back(ball(1.4 * radius));
  return shapes;
}

}  // namespace takt::scene
