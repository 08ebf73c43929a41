// The mechanisms on which the tests of natural coordinates run.
#pragma once

#include <ostream>

#include "natural_models.hpp"

namespace takt::mechanism {

struct Case {
  std::string name;
  std::shared_ptr<const Model> model;
  int freedoms = 0;
  int redundant = 0;        // number of redundant rows
  bool determinate = true;  // only joints hold it: the reactions balance every body
  double exactness = 1e-7;
};

inline void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

inline const Vec3 solid{0.4, 0.5, 0.3}, ex = Vec3::UnitX(), ey = Vec3::UnitY(), ez = Vec3::UnitZ();

inline Case pendulum() {
  Build m;
  const int b = m.body("arm", 2, {0.5, 0.1, 0}, solid, at({0.2, 0.1, 0}, turn({0.2, 0.1, 0.4})));
  m.joint("pin", "revolute", 0, b, along({0, 0, 0}, {0.2, 1, 0.1}));
  return {"pendulum", m.model, 1};
}

inline Case chain(const std::string& name, const char* first, const char* second, int freedoms) {
  Build m;
  const int a = m.body("upper", 2, {0.5, 0, 0.1}, solid, at({0.5, 0, 0}, turn({0.3, 0.2, 0.1})));
  const int b = m.body("lower", 1, {1.5, 0.2, 0}, solid, at({1.5, 0, 0}, turn({-0.3, 0.5, 0.1})));
  m.joint("A", first, 0, a, along({0, 0, 0}, {0.1, 1, 0}));
  m.joint("B", second, a, b, along({1, 0, 0}, {0.3, 0.2, 1}));
  return {name, m.model, freedoms};
}

inline Case four_bar() {
  Build m;
  const int crank = m.body("crank", 1, {0, 0, 0.5}, solid),
            coupler = m.body("coupler", 2, {1, 0, 1.2}, solid),
            rocker = m.body("rocker", 1, {2, 0, 0.7}, solid);
  m.joint("A", "revolute", 0, crank, along({0, 0, 0}, ey));
  m.joint("B", "revolute", crank, coupler, along({0, 0, 1}, ey));
  m.joint("C", "revolute", coupler, rocker, along({2, 0, 1.5}, ey));
  m.joint("D", "revolute", rocker, 0, along({2, 0, 0}, ey));
  return {"four_bar", m.model, 1, 1};
}

inline Case slider_crank() {  // spatial: ball and universal joint on the rod
  Build m;
  const int crank = m.body("crank", 1, {0, 0.05, 0.1}, solid),
            rod = m.body("rod", 0.5, {0.15, 0.05, 0.05}, 0.1 * solid),
            slider = m.body("slider", 2, {0.3, 0, 0}, 0.2 * solid);
  m.joint("A", "revolute", 0, crank, along({0, 0.1, 0}, ex));
  m.joint("B", "spherical", crank, rod, at({0, 0.1, 0.1}));
  m.joint("C", "universal", rod, slider, at({0.3, 0, 0}, turn({0.3, 0.2, 0.1})));
  m.joint("D", "prismatic", 0, slider, along({0.3, 0, 0}, ex));
  return {"slider_crank", m.model, 1};
}

// Joints that share no points or vectors, in series, in a loop with springs.
inline Case rows_only() {
  Build m;
  const int a = m.body("a", 1, {0.5, 0, 0}, solid), b = m.body("b", 1, {1, 0.5, 0}, solid),
            c = m.body("c", 1, {1, 1, 0.5}, solid);
  m.joint("cylinder", "cylindrical", 0, a, along({0.5, 0, 0}, {1, 0.2, 0.1}));
  m.joint("plane", "planar", a, b, along({1, 0.5, 0}, {0.1, 0.3, 1}));
  const int s = m.joint("screw", "screw", b, c, along({1, 1, 0.5}, {0.2, 1, 0}));
  m.model->joints[static_cast<std::size_t>(s)].pitch = 0.3;
  m.joint("free", "free", 0, c, {});
  return {"rows_only", m.model, 6};
}

inline Case screw_loop() {  // screw and slider share the axis; a pin between them
  Build m;
  const int a = m.body("nut", 1, {0.1, 0, 0}, solid), b = m.body("plate", 2, {0.2, 0.1, 0}, solid);
  const int s = m.joint("thread", "screw", 0, a, along({0, 0, 0}, ex));
  m.model->joints[static_cast<std::size_t>(s)].pitch = 0.2;
  m.joint("pin", "revolute", a, b, along({0.2, 0, 0}, ex));
  m.joint("guide", "prismatic", 0, b, along({0.2, 0.3, 0}, ex));
  return {"screw_loop", m.model, 1, 4};
}

inline Case forces() {
  Build m;
  const int a = m.body("a", 2, {0.5, 0, 0.1}, solid, at({0.5, 0, 0}, turn({0.3, 0.2, 0.1}))),
            b = m.body("b", 1, {1.5, 0.2, 0}, solid, at({1.5, 0, 0}, turn({-0.3, 0.5, 0.1}))),
            c = m.body("c", 1, {1.5, 1, 0.2}, solid);
  const int pin = m.joint("A", "revolute", 0, a, along({0, 0, 0}, {0.1, 1, 0}));
  const int cross = m.joint("B", "universal", a, b, along({1, 0, 0}, {0.3, 0.2, 1}));
  const int slide = m.joint("C", "cylindrical", b, c, along({1.5, 0.5, 0}, {0.1, 1, 0.3}));
  const int u = m.wave();
  using element::MeasureKind;
  const Attachment p = m.on(a, at({0.7, 0.1, 0.3}, turn({0.2, 0.4, 0}))),
                   q = m.on(b, at({1.2, -0.3, 0.1}, turn({0.3, 0.2, 0.2}))), o{0, at({0, 1, 2})};
  m.force("spring", std::make_shared<TestLaw>(1), {between(MeasureKind::distance, o, p)})
      .signals = {u};
  m.force("torsion", std::make_shared<TestLaw>(1, 1), {coordinate_of(pin)}).signals = {u};
  m.force("joints", std::make_shared<TestLaw>(4, 0),
          {coordinate_of(slide, 0), coordinate_of(slide, 1), coordinate_of(cross, 0),
           coordinate_of(cross, 1)})
      .signals = {u};
  std::vector<ModelMeasure> six;
  for (int i = 0; i < 3; ++i) six.push_back(between(MeasureKind::along, p, q, i));
  for (int i = 0; i < 3; ++i) six.push_back(between(MeasureKind::twist, p, q, i));
  m.force("bushing", std::make_shared<TestLaw>(6), six).signals = {u};
  Force f;
  f.name = "wind";
  f.body_force = std::make_shared<TestBodyForce>();
  f.on = m.on(b, at({1.7, 0.1, 0.2}, turn({0.5, 0.1, 0.3})));
  f.signals = {u};
  m.model->forces.push_back(f);
  f.name = "tether";
  f.attach = element::Attach::frames;
  f.from = m.on(c, at({1.4, 0.9, 0.1}, turn({0.2, -0.3, 0.1})));
  m.model->forces.push_back(f);
  f.name = "to_ground";
  std::swap(f.on, f.from);
  f.on = {0, at({0.3, 0.2, 0.1}, turn({0.1, 0.2, 0.3}))};
  m.model->forces.push_back(f);
  return {"forces", m.model, 5, 0, false};
}

inline Case driven() {
  Build m;
  const int u = m.wave();
  const int a = m.body("a", 2, {0.5, 0, 0.1}, solid), b = m.body("b", 1, {1.5, 0.2, 0}, solid),
            c = m.body("c", 1, {1.5, 1, 0.2}, solid);
  const int pin = m.joint("A", "revolute", 0, a, along({0, 0, 0}, {0.1, 1, 0}));
  const int slide = m.joint("B", "prismatic", a, b, along({1, 0, 0}, {0.3, 0.2, 1}));
  m.joint("C", "spherical", b, c, at({1.5, 0.5, 0}));
  m.model->joints[static_cast<std::size_t>(pin)].driven_by = u;
  m.model->joints[static_cast<std::size_t>(slide)].driven_by = u;
  Constraint& rod = m.constraint("rod", Constraint::Kind::distance);
  rod.a = {0, at({1.5, 1, 1})};
  rod.b = m.on(c, at({1.5, 1.2, 0.2}));
  rod.length = (Vec3(1.5, 1, 1) - Vec3(1.5, 1.2, 0.2)).norm();
  rod.driven_by = u;
  Constraint& plane = m.constraint("plane", Constraint::Kind::point_on_plane);
  plane.a = {0, along({0, 0, 0}, {1, 0.2, 0.3})};
  plane.b = m.on(c, at({1.8, 1.2, 0.2}));
  plane.length = plane.a.frame.R.col(2).dot(Vec3(1.8, 1.2, 0.2));
  plane.driven_by = u;
  return {"driven", m.model, 1, 0, false};
}

inline Case coupled() {
  Build m;
  const int u = m.wave();
  const int a = m.body("a", 2, {0, 0, 0.1}, solid), b = m.body("b", 1, {1, 0, 0}, solid),
            c = m.body("rack", 1, {0.5, 0, 1}, solid), d = m.body("d", 1, {0, 2, 0}, solid);
  const int A = m.joint("A", "revolute", 0, a, along({0, 0, 0}, ey)),
            B = m.joint("B", "revolute", 0, b, along({1, 0, 0}, ey)),
            C = m.joint("C", "prismatic", 0, c, along({0.5, 0, 1}, ex)),
            D = m.joint("D", "revolute", 0, d, along({0, 2, 0}, {1, 0, 0.5}));
  m.constraint("gear", Constraint::Kind::coupler).terms = {{A, 0, 3}, {B, 0, -2}};
  Constraint& rack = m.constraint("rack", Constraint::Kind::coupler);
  rack.terms = {{C, 0, 1}, {B, 0, 0.25}};
  rack.driven_by = u;
  m.constraint("odd", Constraint::Kind::coupler).terms = {{A, 0, M_PI}, {D, 0, -1}};
  Constraint& line = m.constraint("line", Constraint::Kind::point_on_line);
  const int e = m.body("bead", 1, {3, 0, 0}, solid);
  m.joint("loose", "free", 0, e, {});
  line.a = {0, along({3, 0, 0}, {1, 1, 0})};
  line.b = m.on(e, at({3, 0, 0}));
  return {"coupled", m.model, 1 + 4, 0, false};
}

inline Case rolling() {
  Build m;
  const Mat3 R = turn({M_PI / 2 - 0.2, 0.3, 0.1});
  const double r = 0.5, s = std::hypot(R(2, 0), R(2, 1));
  const int b = m.body("disc", 2, {0, 0, 0.3 + r * s}, {0.1, 0.1, 0.2}, at({0, 0, 0.3 + r * s}, R));
  m.model->bodies[1].inertia = Vec3(0.1, 0.1, 0.2).asDiagonal();  // flat: no vector along its axis
  m.joint("loose", "free", 0, b, {});
  Constraint& c = m.constraint("roll", Constraint::Kind::rolling);
  c.a = {0, at({0, 0, 0.3})};
  c.b = {b, {}};
  c.length = r;
  return {"rolling", m.model, 3, 0, false};
}

inline Case massless() {  // massless bodies: a rod that connects two bodies, and a link to ground
  Build m;
  const int a = m.body("a", 2, {0.5, 0, 0}, solid), b = m.body("b", 2, {0.5, 1, 0}, solid);
  const int rod = m.body("rod", 0, {0.7, 0.5, 0}, Vec3::Zero()),
            link = m.body("link", 0, {1.5, 1, 0}, Vec3::Zero());
  m.joint("A", "revolute", 0, a, along({0, 0, 0}, {0.1, 1, 0}));
  m.joint("B", "universal", 0, b, along({0, 1, 0}, {0, 1, 0.2}));
  m.joint("R1", "spherical", a, rod, at({0.8, 0, 0.1}));
  m.joint("R2", "spherical", rod, b, at({0.7, 1, 0}));
  m.joint("L1", "spherical", b, link, at({1, 1, 0.2}));
  m.joint("L2", "revolute", link, 0, along({2, 1, 0.1}, {0.1, 1, 0}));
  return {"massless", m.model, 0};
}

// a massless body between a universal and a revolute joint, steered by a driven rack.
inline Case carrier() {
  Build m;
  const int u = m.wave();
  const int arm = m.body("arm", 6, {0, 0.4, 0.27}, 0.1 * solid),
            carrier = m.body("carrier", 0, {0, 0, 0}, Vec3::Zero()),
            rack = m.body("rack", 0, {0, 0, 0}, Vec3::Zero()),
            wheel = m.body("wheel", 57, {0, 0.6, 0.75}, solid, at({0, 0.6, 0.75}));
  m.joint("arm", "revolute", 0, arm, along({0, 0.26, 0.3}, ex));
  m.joint("outer", "universal", arm, carrier, along({0, 0.57, 0.23}, {0.1, -0.3, 1}));
  m.joint("hub", "revolute", carrier, wheel, along({0, 0.6, 0.75}, ey));
  const int slide = m.joint("rack", "prismatic", 0, rack, along({-0.1, 0, 0.6}, ey));
  m.model->joints[static_cast<std::size_t>(slide)].driven_by = u;
  Constraint& rod = m.constraint("tie", Constraint::Kind::distance);
  rod.a = m.on(rack, at({-0.14, 0.07, 0.6}));
  rod.b = m.on(carrier, at({-0.14, 0.45, 0.53}));
  rod.length = (Vec3(-0.14, 0.07, 0.6) - Vec3(-0.14, 0.45, 0.53)).norm();
  Force f;
  f.name = "wind";
  f.body_force = std::make_shared<TestBodyForce>();
  f.on = m.on(carrier, at({0, 0.5, 0.5}, turn({0.5, 0.1, 0.3})));
  f.signals = {u};
  m.model->forces.push_back(f);
  return {"carrier", m.model, 3, 0, false};
}

inline Case thin() {  // rods without inertia about their axes, in a spatial ring of revolute joints
  Build m;
  auto rod = [&](const char* name, const Vec3& p, const Vec3& q) {
    const Vec3 d = q - p;
    const int b = m.body(name, 1, 0.5 * (p + q), Vec3::Zero());
    m.model->bodies[static_cast<std::size_t>(b)].inertia =
        (d.squaredNorm() * Mat3::Identity() - d * d.transpose()) / 12;
    return b;
  };
  const int a = rod("a", {0, 0, 0}, {0, 0, 1}), b = rod("b", {0, 0, 1}, {1, 0, 1}),
            c = rod("c", {1, 0, 1}, {1, 1, 1});
  m.joint("A", "revolute", 0, a, along({0, 0, 0}, ey));
  m.joint("B", "revolute", a, b, along({0, 0, 1}, ey));
  m.joint("C", "revolute", b, c, along({1, 0, 1}, ex));
  return {"thin", m.model, 3};
}

inline Case plates() {  // plates without thickness: the vector along their normal has no inertia
  Build m;
  const int a = m.body("a", 1, {0, 0, 0}, solid), b = m.body("b", 2, {1, 0.2, 0}, solid),
            c = m.body("c", 1, {1, 1, 0}, solid);
  for (int k : {a, b, c})
    m.model->bodies[static_cast<std::size_t>(k)].inertia = Vec3(0.1, 0.2, 0.3).asDiagonal();
  m.joint("A", "spherical", 0, a, at({-0.5, 0, 0}));
  m.joint("B", "revolute", a, b, along({0.5, 0.1, 0}, ez));
  m.joint("C", "revolute", b, c, along({1, 0.5, 0}, ey));
  return {"plates", m.model, 5};
}

inline Case bead() {  // a point mass on a string
  Build m;
  const int b = m.body("bead", 3, {0.6, 0, -0.8}, Vec3::Zero(), at({0.6, 0, -0.8}));
  m.joint("A", "spherical", 0, b, {});
  return {"bead", m.model, 2};
}

inline Case welded() {
  Build m;
  const int a = m.body("a", 2, {0.5, 0, 0.1}, solid, at({0.5, 0, 0}, turn({0.3, 0.2, 0.1}))),
            b = m.body("b", 1, {0.7, 0.4, 0}, solid, at({0.8, 0, 0}, turn({0.1, 0.2, 0.1}))),
            c = m.body("c", 1, {1.5, 1, 0.2}, solid), d = m.body("d", 0, {1, 1, 1}, Vec3::Zero());
  m.joint("A", "revolute", 0, a, along({0, 0, 0}, {0.1, 1, 0}));
  m.joint("W", "weld", b, a, along({0.6, 0, 0}, {1, 1, 1}));
  m.joint("C", "revolute", b, c, along({1, 0.5, 0}, {0, 0.3, 1}));
  m.joint("V", "weld", c, d, at({1, 1, 1}));
  return {"welded", m.model, 2};
}

inline Case chassis() {  // more points on one body than its four entities, shared with arms
  Build m;
  const int body = m.body("chassis", 50, {0, 0, 0}, {20, 30, 40}, at({0.1, 0, 0}));
  m.joint("loose", "free", 0, body, {});
  for (int k = 0; k < 6; ++k) {
    const Vec3 p(1.5 * (k % 3 - 1), k < 3 ? 0.7 : -0.7, 0.1 * k),
        q = p + Vec3(0.1, k < 3 ? 0.5 : -0.5, 0);
    const int arm = m.body("arm" + std::to_string(k), 3, 0.5 * (p + q), 0.1 * solid);
    m.joint("J" + std::to_string(k), k % 2 ? "revolute" : "spherical", body, arm, along(p, ex));
  }
  return {"chassis", m.model, 6 + 3 * 3 + 3};
}

inline std::vector<Case> cases() {
  return {pendulum(),
          chain("balls", "spherical", "spherical", 6),
          chain("universals", "universal", "universal", 4),
          chain("revolutes", "revolute", "revolute", 2),
          chain("slides", "prismatic", "revolute", 2),
          four_bar(),
          slider_crank(),
          rows_only(),
          screw_loop(),
          forces(),
          driven(),
          coupled(),
          rolling(),
          massless(),
          carrier(),
          thin(),
          plates(),
          bead(),
          welded(),
          chassis()};
}

}  // namespace takt::mechanism
