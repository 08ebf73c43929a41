#include "takt/scene/describe.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/model/mesh.hpp"
#include "takt/scene/automatic_shapes.hpp"
#include "takt/scene/parts.hpp"
#include "takt/scene/wheels.hpp"

namespace takt::scene {

Situation::Situation(const mechanism::Mechanism& m, const State& s)
    : mechanism(m), model(m.model()), state(s),
      topology(m.tree() != nullptr ? m.tree()->topology : mechanism::find_topology(m.model())),
      scratch(m.make_scratch()), u(m.excitation_at(s.t)), bodies(m.model().bodies.size()),
      force_columns(m.columns(Observe::forces)) {
  m.motions(point(), bodies, *scratch);
}

bool Situation::has_column(const std::string& force) const {
  return std::find(force_columns.begin(), force_columns.end(), "force." + force) !=
         force_columns.end();
}

int line_of(const Model& model, const std::string& where) {
  if (!where.starts_with(model.file) || model.file.empty()) return 0;
  const char *at = where.data() + model.file.size(), *end = where.data() + where.size();
  int line = 0;
  if (at == end || *at != ':') return 0;
  std::from_chars(at + 1, end, line);
  return line;
}

std::vector<Frame> poses(const mechanism::Mechanism& m, const State& s) {
  const auto scratch = m.make_scratch();
  const Excitation u = m.excitation_at(s.t);
  List<Motion> bodies(m.model().bodies.size());
  m.motions({s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  std::vector<Frame> all;
  for (int b = 0; b < bodies.count(); ++b) {
    const Motion at = bodies[b].of({Mat3::Identity(), m.model().bodies[b].centre});
    all.push_back({at.R, at.p});
  }
  return all;
}

namespace {

Shape shape_of(const Shape3& given, const Vec3& centre) {
  using Kind = Shape3::Kind;
  Shape s;
  s.frame = {given.frame.R, given.frame.p - centre};
  s.part = static_cast<Shape::Part>(given.part);
  const Vec3& x = given.size;
  switch (given.kind) {
    case Kind::box: s.kind = Shape::Kind::box, s.size = {x[0], x[1], x[2]}; break;
    case Kind::sphere: s.kind = Shape::Kind::sphere, s.size = {x[0]}; break;
    case Kind::line: s.kind = Shape::Kind::line, s.size = {x[0], x[1], x[2]}; break;
    case Kind::tube: s.kind = Shape::Kind::tube, s.size = {x[0], x[1], x[2]}; break;
    case Kind::capsule: s.kind = Shape::Kind::capsule, s.size = {x[0], x[2]}; break;
    case Kind::cone: s.kind = Shape::Kind::cone, s.size = {x[0], x[2]}; break;
    case Kind::mesh: s.kind = Shape::Kind::mesh, s.mesh = given.mesh; break;
    case Kind::cylinder:
      s.kind = given.part == Shape3::Part::tyre ? Shape::Kind::wheel : Shape::Kind::cylinder;
      s.size = {x[0], x[2]};
      break;
  }
  return s;
}

// All points of each body where something is attached.
std::vector<std::vector<Vec3>> attached(const Situation& s, const Scene& scene) {
  std::vector<std::vector<Vec3>> points(scene.bodies.size());
  const auto add = [&](int body, const Vec3& p) {
    points[static_cast<std::size_t>(body)].push_back(p);
  };
  for (const Joint& j : scene.joints) {
    add(j.inboard.body, j.inboard.frame.p);
    add(j.outboard.body, j.outboard.frame.p);
  }
  for (const Link& l : scene.links) {
    add(l.body_a, l.a);
    add(l.body_b, l.b);
  }
  for (const Arrow& a : scene.arrows) add(a.body, a.p);
  for (const Constraint& c : s.model.constraints)
    if (c.kind == Constraint::Kind::point_on_line || c.kind == Constraint::Kind::point_on_plane) {
      add(c.a.body, s.from_centre(c.a));
      add(c.b.body, s.from_centre(c.b));
    }
  for (int b = 0; b < s.model.bodies.count(); ++b)
    for (const takt::NamedFrame& f : s.model.bodies[b].frames)
      add(b, f.frame.p - s.model.bodies[b].centre);
  return points;
}

// The longest edge of the box around all that is not a surface.
double size_of(const Scene& scene, const std::vector<std::vector<Vec3>>& points) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  const auto add = [&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b];
    if (b > 0) add(body.pose.p);
    for (const Vec3& p : points[b]) add(body.pose * p);
    for (const Shape& s : body.shapes) {
      double reach = 0;
      for (const double x : s.size) reach = std::max(reach, x / 2);
      if (s.mesh != nullptr)
        for (const Vec3& p : s.mesh->points) add(body.pose * (s.frame * p));
      else
        for (int k = 0; k < 3; ++k)
          for (const double side : {-reach, reach})
            add(body.pose * s.frame.p + side * Vec3::Unit(k));
    }
  }
  const double size = (high - low).maxCoeff();
  return size > 0 && std::isfinite(size) ? size : 1;
}

// A thin rod that the model gives as a line gets the thickness of its mass, and arms to what is
// attached beside it.
void thicken(Body& body, double mass, const std::vector<Vec3>& points, double size) {
  if (body.shapes.size() != 1 || body.shapes[0].kind != Shape::Kind::line || !(mass > 0)) return;
  const Shape line = body.shapes[0];
  const Vec3 d = line.frame.R * Vec3(line.size[0], line.size[1], line.size[2]);
  const Vec3 from = line.frame.p;
  if (!(d.norm() > 0)) return;
  const double radius = bar_radius(mass, d.norm(), size);
  body.shapes = {bar(from, from + d, radius)};
  for (const Vec3& p : points) {
    const Vec3 foot = from + std::clamp((p - from).dot(d) / d.squaredNorm(), 0.0, 1.0) * d;
    if ((p - foot).norm() > 2 * radius) body.shapes.push_back(bar(foot, p, 0.5 * radius));
  }
}

// What floats, and what slides on another body, has the shape of its inertia.
bool is_block(const Situation& s, std::size_t body) {
  return std::any_of(s.model.joints.begin(), s.model.joints.end(), [&](const takt::Joint& j) {
    const auto motions = mechanism::motions_of(j);
    const bool slides = motions.size() == 1 && element::slides(motions[0].kind);
    return j.outboard.body == static_cast<int>(body) && (slides || mechanism::freedoms(j) == 6);
  });
}

// The heaviest body that can move freely; else the heaviest.
int main_body(const Situation& s) {
  int best = 0;
  bool best_free = false;
  double most = -1;
  for (const takt::Joint& j : s.model.joints) {
    const int b = j.outboard.body;
    const bool free = mechanism::freedoms(j) == 6 && j.inboard.body == 0;
    const double mass = s.model.bodies[b].mass;
    if (free == best_free ? mass > most : free) best = b, best_free = free, most = mass;
  }
  if (best_free) return best;
  for (int b = 1; b < s.model.bodies.count(); ++b)
    if (s.model.bodies[b].mass > most || best == 0) best = b, most = s.model.bodies[b].mass;
  return best;
}

}  // namespace

Scene describe(const mechanism::Mechanism& m, const State& state) {
  Situation s(m, state);
  Scene scene;
  for (int b = 0; b < s.model.bodies.count(); ++b) {
    const takt::Body& given = s.model.bodies[b];
    const Motion at = s.bodies[b].of({Mat3::Identity(), given.centre});
    Body body{.name = given.name, .pose = {at.R, at.p}, .shapes = {}, .frames = {}};
    for (const Shape3& shape : given.shapes) body.shapes.push_back(shape_of(shape, given.centre));
    for (const takt::NamedFrame& f : given.frames)
      body.frames.push_back({f.name, {f.frame.R, f.frame.p - given.centre}});
    body.line = line_of(s.model, given.where);
    scene.bodies.push_back(std::move(body));
  }
  scene.joints = joints_of(s);
  scene.links = links_of(s);
  scene.arrows = arrows_of(s);

  const auto points = attached(s, scene);
  scene.size = size_of(scene, points);
  const std::vector<bool> wheels = add_wheels(scene, s);
  for (std::size_t b = 1; b < scene.bodies.size(); ++b) {
    Body& body = scene.bodies[b];
    const takt::Body& given = s.model.bodies[b];
    thicken(body, given.mass, points[b], scene.size);
    if (!given.shapes.empty()) continue;
    body.automatic = true;
    std::vector<Vec3> beside = points[b];
    if (wheels[b]) without_wheels(body, beside);
    if (wheels[b] && beside.empty()) continue;
    if (add_hub(scene, b, beside)) continue;
    for (Shape& shape : automatic_shapes(
             {given.mass, given.inertia, std::move(beside), is_block(s, b), wheels[b]}, scene.size))
      body.shapes.push_back(std::move(shape));
  }
  scene.main = main_body(s);
  scene.gravity = s.model.gravity;
  return scene;
}

}  // namespace takt::scene
