// Contact of a body with the road: a sphere, capsule, box or cylinder on a frame of the body.
//
//   sphere, capsule   d = r - h at the centre of the sphere, or of each end
//   box               d = -h at each of the eight corners
//   cylinder          d = -h at the lowest point of each rim, weighted by 1 - g, and at four points
//                     fixed on each rim, weighted by g = (a.n)^8
//
// Terms used: h distance of a point from the road, r radius, n normal of the road, a axis of the
// cylinder, z of the frame. h and n are those of the plane that touches the road straight below
// the point; on a road with sharp edges, of its nearest point in the vertical plane along x.
//
// The lowest points of its rims let a cylinder roll on its side smoothly; they are not determined
// where it stands on an end. There the fixed points carry it, and it stands firmly. In between
// both kinds of points carry load; g is 0.1 where the axis is 41 degrees from the normal. The lowest
// point of a rim is
//
//   x = c - r (n - (n.a) a)/sqrt(1 - (n.a)^2 + e),   c centre of the rim, e = 1e-6
//
// Only the corners of a box touch the road, not its faces and edges: a box sinks into a ridge.
#pragma once

#include "takt/element/contact/contact_force.hpp"
#include "takt/element/tyre/tyre_contact.hpp"

namespace takt::element {

class RoadContact final : public ContactForce<RoadContact> {
 public:
  enum class Shape { sphere, capsule, box, cylinder };
  struct Size {
    Shape shape;
    double radius = 0, length = 0;
    Vec3 edges = Vec3::Zero();
  };
  RoadContact(std::shared_ptr<const Road> road, const Size& size, const NormalLoad& load,
              const ContactFriction& law, RoadFriction friction)
      : ContactForce(load, law), road_(std::move(road)), size_(size), friction_(friction) {}

  int signals() const noexcept override { return friction_.varies ? 1 : 0; }
  bool on_road() const noexcept override { return true; }
  bool conservative() const noexcept override {
    return load().dissipation() == 0 && friction_.grip == 0 && !friction_.varies &&
           road_->is_level() && size_.shape != Shape::cylinder;
  }

  int points() const noexcept {
    constexpr int count[] = {1, 2, 8, 10};
    return count[static_cast<int>(size_.shape)];
  }
  template <class T> Touch<T> touch(int i, const Placed<T>& at, const double* u) const noexcept {
    const double half = size_.length / 2;
    switch (size_.shape) {
      case Shape::sphere: return below(at.p, size_.radius, u);
      case Shape::capsule: return below(at(Vec3(0, 0, i == 0 ? half : -half)), size_.radius, u);
      case Shape::box:
        return below(at(0.5 * size_.edges.cwiseProduct(
                                  Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1))),
                     0, u);
      case Shape::cylinder: return rim(i, at, i % 2 == 0 ? half : -half, u);
    }
    return {};
  }

  static constexpr Key keys[] = {
      {"shape", KeyKind::word, "", "", "what touches the road", "sphere|capsule|box|cylinder"},
      {"radius", KeyKind::number, "m", "none", "of a sphere, capsule or cylinder", ">0"},
      {"length", KeyKind::number, "m", "none",
       "along z of the frame: of a cylinder, or between the centres of the ends of a capsule",
       ">0"},
      {"size", KeyKind::vector, "m", "none", "of a box: its edges along x, y, z of the frame"},
      NormalLoad::stiffness_key,
      NormalLoad::depth_key,
      NormalLoad::exponent_key,
      NormalLoad::restitution_key,
      NormalLoad::speed_key,
      NormalLoad::dissipation_key,
      {"friction", KeyKind::varying, "", "1",
       "times the friction of the road; a signal changes it in time", ">=0"},
      ContactFriction::law_key,
      ContactFriction::slip_key,
      ContactFriction::bristle_key,
      ContactFriction::damping_key};

  static std::shared_ptr<const BodyForce> make(const Values& v) {
    const bool varies = v.varies("friction");
    return std::make_shared<RoadContact>(v.road(), size_of(v), NormalLoad::from(v),
                                         ContactFriction::from(v),
                                         RoadFriction{varies ? 1 : v.number("friction"), varies});
  }
  static constexpr ForceEntry entry{
      "road_contact",
      "Hunt and Crossley 1975",
      "contact of a sphere, capsule, box or cylinder with the road",
      Attach::body,
      keys,
      nullptr,
      make,
      "N",
      "the normal load, summed over all points: positive presses body and road together, never "
      "negative"};

 private:
  static Size size_of(const Values& v) {
    const std::string word = v.word("shape");
    Size s{Shape::sphere};
    if (word == "capsule") s.shape = Shape::capsule;
    if (word == "box") s.shape = Shape::box;
    if (word == "cylinder") s.shape = Shape::cylinder;
    const bool box = s.shape == Shape::box, sphere = s.shape == Shape::sphere;
    struct Part {
      const char *key, *example, *of;
      bool used;
    };
    const Part parts[] = {
        {"radius", "radius: 0.1 m", "spheres, capsules and cylinders", !box},
        {"length", "length: 0.4 m, along z of the frame", "capsules and cylinders",
         !box && !sphere},
        {"size", "size: [0.4 m, 0.3 m, 0.2 m], the edges along x, y, z of the frame", "boxes",
         box}};
    for (const Part& p : parts)
      if (!p.used && v.given(p.key))
        throw Error(
            "a " + word + " has no '" + std::string(p.key) + "', which belongs to " + p.of, "",
            box ? "leave it out; a box has size"
                : "leave it out; a " + word + " has " + (sphere ? "radius" : "radius and length"));
    for (const Part& p : parts)
      if (p.used && !v.given(p.key))
        throw Error("a " + word + " needs '" + std::string(p.key) + "'", "",
                    "add " + std::string(p.example));
    if (!box) s.radius = v.number("radius");
    if (!box && !sphere) s.length = v.number("length");
    if (box) s.edges = v.vector("size");
    if (box && !(s.edges.minCoeff() > 0))
      throw Error("an edge of the box is not positive", "", "write three lengths above 0");
    return s;
  }

  template <class T> struct Plane {  // the road near a point: unit normal, distance of the point
    Triple<T> normal;
    T distance;
    double friction = 0;
  };
  template <class T> Plane<T> plane(const Triple<T>& c, const double* u) const noexcept {
    using std::sqrt;
    const double x = value_of(c.x), y = value_of(c.y);
    const RoadPoint p = road_->at(x, y);
    if (const PolylineRoad* edges = road_->edges()) {
      const Triple<T> d = c - edges->nearest_to(c, Triple<T>{T(1), T(0), T(0)});
      const T square = dot(d, d);
      const double side = value_of(c.z) < p.z ? -1 : 1;
      if (square > 1e-16) {
        const T distance = side * sqrt(square);
        return {(1 / distance) * d, distance, friction_.at(p, u)};
      }
    }
    const T dx = c.x - x, dy = c.y - y;  // value 0, with derivatives
    const T z_x = p.z_x + p.z_xx * dx + p.z_xy * dy, z_y = p.z_y + p.z_xy * dx + p.z_yy * dy;
    const T one = 1 / sqrt(1 + z_x * z_x + z_y * z_y);
    const T h = c.z - (p.z + p.z_x * dx + p.z_y * dy);
    return {{-z_x * one, -z_y * one, one}, h * one, friction_.at(p, u)};
  }

  // A sphere of radius r about c; the contact is at the road.
  template <class T> Touch<T> below(const Triple<T>& c, double r, const double* u) const noexcept {
    const Plane<T> road = plane(c, u);
    return {r - road.distance, road.normal, c - road.distance * road.normal, T(1), road.friction};
  }

  // Points 0 and 1 of a cylinder are the lowest of its rims; the others are fixed on the rims.
  template <class T>
  Touch<T> rim(int i, const Placed<T>& at, double end, const double* u) const noexcept {
    using std::sqrt;
    const Triple<T> c = at(Vec3(0, 0, end));
    const Triple<T> n = plane(c, u).normal;
    const T along = dot(n, at.z), square = along * along, fourth = square * square;
    const T upright = fourth * fourth;
    Touch<T> t;
    if (i < 2) {
      const T across = sqrt(1 - square + 1e-6);
      t = below<T>(c - (size_.radius / across) * (n - along * at.z), 0, u);
      t.weight = 1 - upright;
    } else {
      constexpr double x[] = {1, 0, -1, 0}, y[] = {0, 1, 0, -1};
      const int k = i / 2 - 1;
      t = below<T>(c + T(size_.radius * x[k]) * at.x + T(size_.radius * y[k]) * at.y, 0, u);
      t.weight = upright;
    }
    return t;
  }

  std::shared_ptr<const Road> road_;
  Size size_;
  RoadFriction friction_;
};

}  // namespace takt::element
