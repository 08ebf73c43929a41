#include "takt/scene/drawing.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "takt/scene/facets.hpp"

namespace takt::scene {
namespace {

struct Colour {
  double r, g, b;
};

// Muted, and told apart by people who do not see red and green alike.
constexpr Colour of_bodies[] = {{0.36, 0.56, 0.76}, {0.90, 0.62, 0.30}, {0.42, 0.69, 0.58},
                                {0.80, 0.47, 0.49}, {0.60, 0.52, 0.75}, {0.78, 0.70, 0.37},
                                {0.48, 0.67, 0.78}, {0.75, 0.55, 0.42}};
constexpr Colour glass_colour{0.45, 0.60, 0.70}, tyre_colour{0.24, 0.25, 0.27},
    frame_colour{0.42, 0.45, 0.50}, light_colour{0.97, 0.85, 0.45}, rim_colour{0.80, 0.82, 0.85},
    link_colour{0.55, 0.57, 0.60}, spring_colour{0.75, 0.25, 0.20}, rubber_colour{0.30, 0.32, 0.36},
    rail_colour{0.52, 0.47, 0.44};

class Drawer {
 public:
  Drawer(const Projection& p, double pixels) : view_(p), pixels_(pixels) {}

  Drawing drawing;
  int owner = -1;  // of what is added next

  void add(const Facets&, const Frame& pose, Colour, bool glass = false);
  void add_shape(const Shape&, const Frame& pose, Colour own);
  void add_link(const Link&, const Vec3& a, const Vec3& b, double size);
  void add_surface(const Surface&);

 private:
  int style(Style s) {
    s.owner = owner;
    drawing.styles.push_back(s);
    return static_cast<int>(drawing.styles.size()) - 1;
  }
  int line_style(Colour c, double width) {
    Style s{Style::Kind::line, c.r, c.g, c.b};
    s.width = width;
    return style(s);
  }
  void line(const Vec3& a, const Vec3& b, int style) {
    drawing.pieces.push_back({{a, b}, {false, false}, style, Vec3::Zero()});
  }
  // How bright a face is, lit from the upper left of the eye.
  double light(const Vec3& normal) const {
    const Vec3 from = (view_.axes * Vec3(-0.45, 0.75, 0.55)).normalized();
    return 0.72 + 0.30 * normal.dot(from);
  }

  const Projection& view_;
  double pixels_;
};

// Of a closed surface only the faces towards the eye are drawn, and of its edges those at which it
// bends much and those that are its outline.
void Drawer::add(const Facets& f, const Frame& pose, Colour colour, bool glass) {
  std::vector<Vec3> points;
  for (const Vec3& p : f.points) points.push_back(pose * p);
  std::vector<Vec3> normals;
  std::map<std::pair<int, int>, std::size_t> left_of;  // face on the left of a directed edge
  for (std::size_t k = 0; k < f.faces.size(); ++k) {
    const std::vector<int>& c = f.faces[k].corners;
    Vec3 n = Vec3::Zero();  // twice the area
    for (std::size_t i = 0; i < c.size(); ++i) {
      const int a = c[i], b = c[(i + 1) % c.size()];
      n += points[static_cast<std::size_t>(a)].cross(points[static_cast<std::size_t>(b)]);
      left_of[{a, b}] = k;
    }
    normals.push_back(n.norm() > 0 ? Vec3(n.normalized()) : Vec3(Vec3::Zero()));
  }
  std::map<int, int> styles;  // of faces that are equally bright
  for (std::size_t k = 0; k < f.faces.size(); ++k) {
    if (!(normals[k].dot(view_.towards()) > 1e-6)) continue;
    Piece piece;
    piece.normal = normals[k];
    const std::vector<int>& c = f.faces[k].corners;
    for (std::size_t i = 0; i < c.size(); ++i) {
      piece.corners.push_back(points[static_cast<std::size_t>(c[i])]);
      const auto other = left_of.find({c[(i + 1) % c.size()], c[i]});
      bool drawn = true;
      if (other != left_of.end()) {
        const Vec3& n = normals[other->second];
        const bool round = f.faces[k].round && f.faces[other->second].round;
        drawn = n.dot(view_.towards()) <= 1e-6 || n.dot(normals[k]) < (round ? 0.6 : 0.9);
      }
      piece.edges.push_back(drawn);
    }
    const bool rim = f.faces[k].rim;
    const Colour base = rim ? rim_colour : colour;
    const double bright = std::round(light(normals[k]) * 24) / 24;
    const int key = static_cast<int>(bright * 24) * 2 + (rim ? 1 : 0);
    if (!styles.contains(key))
      styles[key] =
          style({glass ? Style::Kind::glass : Style::Kind::face, std::min(1.0, base.r * bright),
                 std::min(1.0, base.g * bright), std::min(1.0, base.b * bright)});
    piece.style = styles[key];
    drawing.pieces.push_back(std::move(piece));
  }
}

void Drawer::add_shape(const Shape& s, const Frame& pose, Colour own) {
  using Part = Shape::Part;
  // Part::body has the colour of its body, as in the page.
  const std::pair<Part, Colour> colours[] = {{Part::glass, glass_colour},
                                             {Part::tyre, tyre_colour},
                                             {Part::frame, frame_colour},
                                             {Part::light, light_colour}};
  Colour colour = own;
  for (const auto& [part, c] : colours)
    if (s.part == part) colour = c;
  if (s.kind == Shape::Kind::line) {
    const Vec3 end = s.frame * Vec3(s.size[0], s.size[1], s.size[2]);
    line(pose * s.frame.p, pose * end, line_style({0.45, 0.48, 0.52}, 1.6));
    return;
  }
  add(facets_of(s, pixels_), pose, colour, s.part == Part::glass);
}

// A damper is a thin rod in a wide tube, a spring a zigzag around it.
void Drawer::add_link(const Link& l, const Vec3& a, const Vec3& b, double size) {
  const Vec3 d = b - a;
  const double length = d.norm();
  if (length < 1e-3 * size) return;  // a symbol shows it
  using Kind = Link::Kind;
  const double thick = std::clamp(0.012 * size, 3 / pixels_, 9 / pixels_);
  const double radius = std::min(0.12 * length, 1.6 * thick);
  const Frame world;
  const auto spring = [&] {
    const Vec3 side = radius * view_.towards().cross(d).normalized();
    const int style = line_style(spring_colour, 1.8), turns = 9;
    const Vec3 start = a + 0.08 * d, step = 0.84 / (2 * turns) * d;
    line(a, start, style);
    Vec3 last = start;
    for (int k = 0; k < 2 * turns; ++k) {
      const Vec3 next = start + (k + 0.5) * step + (k % 2 == 0 ? side : Vec3(-side));
      line(last, next, style);
      last = next;
    }
    line(last, b - 0.08 * d, style);
    line(b - 0.08 * d, b, style);
  };
  const auto tube = [&](Colour outer) {
    add(round_bar(a, a + 0.55 * d, 0.55 * radius, 10), world, outer);
    add(round_bar(a + 0.55 * d, b, 0.22 * radius, 6), world, link_colour);
  };
  switch (l.kind) {
    case Kind::spring: spring(); break;
    case Kind::damper: tube(link_colour); break;
    case Kind::spring_damper: tube(link_colour), spring(); break;
    case Kind::actuator: tube(of_bodies[1]); break;
    case Kind::bushing: add(round_bar(a, b, radius, 10), world, rubber_colour); break;
    case Kind::cable: line(a, b, line_style(link_colour, 1.4)); break;
    case Kind::rod: add(round_bar(a, b, 0.5 * thick, 8), world, link_colour); break;
  }
}

void Drawer::add_surface(const Surface& s) {
  const bool rail = s.kind == Surface::Kind::rail;
  Style ground{rail ? Style::Kind::face : Style::Kind::ground};
  const int grid = style({Style::Kind::grid});
  for (std::size_t k = 0; k + 2 < s.triangles.size(); k += 3) {
    Piece p;
    for (std::size_t i = 0; i < 3; ++i)
      p.corners.push_back(s.points[static_cast<std::size_t>(s.triangles[k + i])]);
    const Vec3 n = (p.corners[1] - p.corners[0]).cross(p.corners[2] - p.corners[0]);
    if (!(n.norm() > 0)) continue;
    p.normal = n.normalized();
    if (p.normal.dot(view_.towards()) < 0) p.normal *= -1;  // seen from both sides
    p.edges.assign(3, false);
    const double bright = light(p.normal);
    ground.shade =
        std::clamp(2 + static_cast<int>(std::lround(14 * (bright - light(Vec3::UnitZ())))), 0, 4);
    ground.red = std::min(1.0, rail_colour.r * bright);
    ground.green = std::min(1.0, rail_colour.g * bright);
    ground.blue = std::min(1.0, rail_colour.b * bright);
    p.style = style(ground);
    drawing.pieces.push_back(std::move(p));
  }
  for (std::size_t k = 0; k < s.lines.size(); ++k) {
    if (rail && s.lines[k].size() > 2) continue;  // its faces show it
    for (std::size_t i = 0; i + 1 < s.lines[k].size(); ++i)
      line(s.lines[k][i], s.lines[k][i + 1], grid);
  }
}

}  // namespace

Drawing drawing_of(const Scene& scene, const Projection& view, double pixels) {
  Drawer d(view, pixels);
  for (const Surface& s : scene.surfaces) d.add_surface(s);
  std::size_t number = 0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b];
    if (body.shapes.empty()) continue;
    d.owner = static_cast<int>(b);
    const Colour own = b == 0 ? frame_colour : of_bodies[number++ % std::size(of_bodies)];
    for (const Shape& s : body.shapes) d.add_shape(s, body.pose, own);
  }
  d.owner = -1;
  for (const Link& l : scene.links) {
    const auto at = [&](int body, const Vec3& p) {
      return scene.bodies[static_cast<std::size_t>(body)].pose * p;
    };
    d.add_link(l, at(l.body_a, l.a), at(l.body_b, l.b), scene.size);
  }
  return std::move(d.drawing);
}

}  // namespace takt::scene
