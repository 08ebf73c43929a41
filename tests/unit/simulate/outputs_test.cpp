// Outputs of models: reactions by component and axes, power and work, momentum and energy of bodies,
// relative attitude. Each against a formula of its own, in both sets of coordinates.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/simulate/run.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test::outputs_of_models {
namespace {

using mechanism::Coordinates;
using rotation::cross;

constexpr double earth = 9.81;

struct Seen {
  std::map<std::string, double> out, body;
  std::map<std::string, std::string> unit;
  Summary summary;
  double at(const std::string& name) const { return out.at(name); }
  Vec3 vec(const std::string& name) const {
    return {at(name + "x"), at(name + "y"), at(name + "z")};
  }
  Vec3 of_body(const std::string& name, const char* what) const {
    const std::string all = "body." + name + "." + what;
    return {body.at(all + "x"), body.at(all + "y"), body.at(all + "z")};
  }
  Mat3 attitude(const std::string& name) const {
    const double w = body.at("body." + name + ".qw"), x = body.at("body." + name + ".qx"),
                 y = body.at("body." + name + ".qy"), z = body.at("body." + name + ".qz");
    Mat3 R;
    R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
        1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
        1 - 2 * (x * x + y * y);
    return R;
  }
};

class Last final : public Sink {
 public:
  explicit Last(const mechanism::Mechanism& m) : m_(m) {}
  void take(const Sample& s) override {
    const auto names = m_.columns(Observe::bodies);
    for (std::size_t i = 0; i < names.size(); ++i)
      seen.body[names[i]] = s.monitor.observed(Observe::bodies)[i];
    for (std::size_t i = 0; i < s.monitor.outputs().size(); ++i) {
      seen.out[m_.names().outputs[i]] = s.monitor.outputs()[i];
      seen.unit[m_.names().outputs[i]] = m_.names().output_units[i];
    }
  }
  Seen seen;

 private:
  const mechanism::Mechanism& m_;
};

Seen after(double until, const std::string& text, Coordinates c,
           const char* method = "index1+rk4+s_both2") {
  const auto model =
      std::make_shared<const Model>(io::read_model("takt: 1\n" + text, "outputs.yaml"));
  const auto m = mechanism::compile(model, c);
  Method with = parse_method(method);
  with.step = 1e-3;
  Engine engine(m, with, start_of(*m), {.until = until});
  Last last(*m);
  Sink* const sinks[] = {&last};
  RunOptions o;
  o.observe = {Observe::bodies};
  const Summary s = run(engine, o, sinks);
  EXPECT_EQ(s.status, Status::ok) << s.failure;
  last.seen.summary = s;
  return last.seen;
}

class Outputs : public testing::TestWithParam<Coordinates> {
 protected:
  const char* method() const {
    return GetParam() == Coordinates::joint ? "ode+rk4" : "index1+rk4+s_both2";
  }
};

constexpr const char* pendulum = R"yaml(
bodies:
  rod: {mass: 2, com: [0.3, 0.1, -0.4], inertia: [0.2, 0.3, 0.25], frames: {tip: [0.6, 0, -0.8]}}
joints:
  pivot: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}
initial: {q: {pivot: 0.4}, v: {pivot: 1.5}}
)yaml";

// All components of the pivot's reaction in all axes, and the accelerations it is compared with.
std::string pivot_outputs() {
  std::string text = "outputs:\n";
  for (const char* axes : {"joint", "body", "world"})
    for (const char* part : {"Fx", "Fy", "Fz", "Mx", "My", "Mz"})
      text += "  " + std::string(axes) + "_" + part + ": {reaction: pivot, component: " + part +
              ", axes: " + axes + "}\n";
  for (const char* axis : {"x", "y", "z"})
    text += "  a" + std::string(axis) + ": {acceleration: rod.com, axis: " + axis + "}\n";
  // two points beside the centre give the angular acceleration
  for (const char* axis : {"x", "z"})
    text += "  tip_" + std::string(axis) + ": {acceleration: rod.tip, axis: " + axis + "}\n";
  return text;
}

// The pivot carries what the centre of mass needs: F = m (a - g).
TEST_P(Outputs, TheReactionOfAPivotAgainstNewton) {
  const Seen x = after(0.3, std::string(pendulum) + pivot_outputs(), GetParam(), method());
  const Vec3 needed = 2 * (x.vec("a") + earth * Vec3::UnitZ());
  EXPECT_NEAR((x.vec("world_F") - needed).norm(), 0, 1e-6);
  const Mat3 R = x.attitude("rod");
  EXPECT_NEAR((R * x.vec("body_F") - needed).norm(), 0, 1e-6);
  EXPECT_NEAR((R * x.vec("body_M") - x.vec("world_M")).norm(), 0, 1e-6);
  EXPECT_NEAR(x.vec("joint_F").norm(), needed.norm(), 1e-6);
  EXPECT_NEAR(x.at("joint_Mz"), 0, 1e-6);  // the pivot is free about its axis, world y
  EXPECT_NEAR(x.at("world_My"), 0, 1e-6);
  EXPECT_GT(std::abs(x.at("world_Mx")), 0.1);
  // Euler about the pivot: the moment of the reaction keeps the rod in its plane.
  const Vec3 c = x.of_body("rod", ""), w = R * x.of_body("rod", "w");
  // a_tip = dw x r + w x (w x r) about the pivot, with dw along y
  const Vec3 r = R * Vec3(0.6, 0, -0.8);
  const Vec3 turned = Vec3(x.at("tip_x"), 0, x.at("tip_z")) - cross(w, cross(w, r));
  const Vec3 dw = cross(r, turned) / r.squaredNorm();
  const Mat3 I = R * Vec3(0.2, 0.3, 0.25).asDiagonal() * R.transpose();
  const Vec3 M = I * dw + cross(w, I * w) + cross(c, needed);
  EXPECT_NEAR((x.vec("world_M") - M).norm(), 0, 1e-5);
  EXPECT_EQ(x.unit.at("world_Fx"), "N");
  EXPECT_EQ(x.unit.at("world_Mx"), "N m");
}

TEST_P(Outputs, TheForceOfARodAndOfAPlane) {
  const Seen x = after(0.2, R"yaml(
bodies:
  bob: {mass: 3, com: [0, 0, 0], pose: {at: [1.2, 0, -1.6]}, inertia: [1, 1, 1]}
joints: {free: {type: free, between: [ground, bob]}}
constraints:
  rope: {type: distance, from: ground, to: bob}
  wall: {type: point_on_plane, point: bob, plane: ground, axis: y}
initial: {v: {free: {vx: 0.8, vz: 0.6}}}
forces: {wind: {type: point_force, on: bob, y: 5}}
outputs:
  T: {force: rope}
  rope_x: {reaction: rope, component: Fx, axes: world}
  rope_y: {reaction: rope, component: Fy, axes: world}
  rope_z: {reaction: rope, component: Fz, axes: world}
  rope_m: {reaction: rope, component: Mx, axes: world}
  wall_y: {reaction: wall, component: Fy, axes: world}
)yaml",
                       GetParam());
  const Vec3 p = x.of_body("bob", "");
  const Vec3 pull = -x.at("T") * p / p.norm();
  EXPECT_GT(x.at("T"), 10);
  EXPECT_NEAR((x.vec("rope_") - pull).norm(), 0, 1e-6);
  EXPECT_NEAR(x.at("rope_m"), 0, 1e-9);
  EXPECT_NEAR(x.at("wall_y"), -5, 1e-6);
}

// A disc that rolls carries its weight and what it needs to turn in its contact.
TEST_P(Outputs, TheForceOfARollingContact) {
  const Seen x = after(0.1, R"yaml(
bodies:
  disc: {mass: 3, com: [0, 0, 0], pose: {at: [0, 0, 0.5]}, inertia: [0.2, 0.1, 0.2]}
joints: {free: {type: free, between: [ground, disc]}}
constraints: {roll: {type: rolling, wheel: disc, axis: y, radius: 0.5}}
initial: {v: {free: {vx: 1, wy: 2}}}
forces: {push: {type: point_force, on: disc, x: 4}}
outputs:
  Fx: {reaction: roll, component: Fx, axes: world}
  Fz: {reaction: roll, component: Fz, axes: world}
  My: {reaction: roll, component: My, axes: world}
)yaml",
                       GetParam());
  // a = F / (m + I / r^2): about y the disc has 0.1
  const double a = 4 / (3 + 0.1 / 0.25);
  EXPECT_NEAR(x.at("Fz"), 3 * earth, 1e-6);
  EXPECT_NEAR(x.at("Fx"), 3 * a - 4, 1e-6);
  EXPECT_NEAR(x.at("My"), 0.1 * a / 0.5, 1e-6);
}

constexpr const char* two_arms = R"yaml(
bodies:
  upper: {mass: 2, com: [0.3, 0.05, 0], inertia: [0.1, 0.2, 0.3]}
  lower: {mass: 1, com: [0.9, 0, 0.1], inertia: [0.05, 0.06, 0.07], frames: {tip: [1.2, 0, 0]}}
joints:
  shoulder: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: y}
  elbow: {type: universal, between: [upper, lower], at: [0.6, 0, 0], axis: y, axis2: z}
initial: {q: {shoulder: 0.3}, v: {shoulder: 2, elbow: {a: 1}}}
)yaml";

TEST_P(Outputs, MomentumAndEnergyAreSumsOverBodies) {
  std::string outputs = "outputs:\n";
  for (const char* axis : {"x", "y", "z"}) {
    const std::string a(axis);
    outputs += "  c" + a + ": {centre_of_mass: all, axis: " + a + "}\n";
    outputs += "  p" + a + ": {momentum: all, axis: " + a + "}\n";
    outputs += "  L" + a + ": {angular_momentum: all, axis: " + a + "}\n";
    outputs += "  O" + a + ": {angular_momentum: [upper, lower], about: ground, axis: " + a + "}\n";
    outputs += "  one" + a + ": {momentum: lower, axis: " + a + "}\n";
    outputs += "  seen" + a + ": {centre_of_mass: all, axis: " + a + ", relative_to: lower.tip}\n";
    outputs += "  tip" + a + ": {position: lower.tip, axis: " + a + "}\n";
  }
  outputs += "  T: {kinetic_energy: all}\n  T2: {kinetic_energy: lower}\n";
  const Seen x = after(0.25, std::string(two_arms) + outputs, GetParam(), method());
  double mass = 0, T = 0, T2 = 0;
  Vec3 mp = Vec3::Zero(), p = Vec3::Zero(), L = Vec3::Zero(), O = Vec3::Zero();
  struct Part {
    const char* name;
    double m;
    Vec3 I;
  };
  const Part parts[] = {{"upper", 2, {0.1, 0.2, 0.3}}, {"lower", 1, {0.05, 0.06, 0.07}}};
  for (const Part& b : parts) {
    mass += b.m;
    mp += b.m * x.of_body(b.name, "");
    p += b.m * x.of_body(b.name, "v");
  }
  for (const Part& b : parts) {
    const Vec3 w = x.of_body(b.name, "w"), v = x.of_body(b.name, "v"), c = x.of_body(b.name, "");
    const Vec3 spin = x.attitude(b.name) * Vec3(b.I.cwiseProduct(w));
    L += cross(c - mp / mass, b.m * v) + spin;
    O += cross(c, b.m * v) + spin;
    const double own = 0.5 * (b.m * v.squaredNorm() + w.dot(b.I.cwiseProduct(w)));
    T += own;
    if (b.m == 1) T2 = own;
  }
  EXPECT_NEAR((x.vec("c") - mp / mass).norm(), 0, 1e-12);
  EXPECT_NEAR((x.vec("p") - p).norm(), 0, 1e-12);
  EXPECT_GT(p.norm(), 0.5);
  EXPECT_NEAR((x.vec("L") - L).norm(), 0, 1e-12);
  EXPECT_NEAR((x.vec("O") - O).norm(), 0, 1e-12);
  EXPECT_NEAR((x.vec("one") - x.of_body("lower", "v")).norm(), 0, 1e-12);
  EXPECT_NEAR((x.attitude("lower") * x.vec("seen") - (mp / mass - x.vec("tip"))).norm(), 0, 1e-12);
  EXPECT_NEAR(x.at("T"), T, 1e-12);
  EXPECT_NEAR(x.at("T2"), T2, 1e-12);
  EXPECT_EQ(x.unit.at("px"), "N s");
  EXPECT_EQ(x.unit.at("T"), "J");
}

TEST_P(Outputs, RelativeAttitudeAndSpeed) {
  const Seen x = after(0.25, std::string(two_arms) + R"yaml(
outputs:
  angle: {rotation_angle: lower, relative_to: upper}
  roll: {roll: lower, relative_to: upper}
  pitch: {pitch: lower, relative_to: upper}
  yaw: {yaw: lower, relative_to: upper}
  wx: {angular_speed: lower, relative_to: upper, axis: x}
  wy: {angular_speed: lower, relative_to: upper, axis: y}
  wz: {angular_speed: lower, relative_to: upper, axis: z}
)yaml",
                       GetParam(), method());
  const Mat3 R = x.attitude("upper").transpose() * x.attitude("lower");
  EXPECT_NEAR(x.at("angle"), std::acos((R.trace() - 1) / 2), 1e-7);
  const double sr = std::sin(x.at("roll")), cr = std::cos(x.at("roll")),
               sp = std::sin(x.at("pitch")), cp = std::cos(x.at("pitch")),
               sy = std::sin(x.at("yaw")), cy = std::cos(x.at("yaw"));
  Mat3 Rz, Ry, Rx;
  Rz << cy, -sy, 0, sy, cy, 0, 0, 0, 1;
  Ry << cp, 0, sp, 0, 1, 0, -sp, 0, cp;
  Rx << 1, 0, 0, 0, cr, -sr, 0, sr, cr;
  EXPECT_NEAR((Rz * Ry * Rx - R).norm(), 0, 1e-12);
  const Vec3 w =
      x.attitude("lower") * x.of_body("lower", "w") - x.attitude("upper") * x.of_body("upper", "w");
  EXPECT_NEAR((x.attitude("upper") * x.vec("w") - w).norm(), 0, 1e-12);
  EXPECT_GT(w.norm(), 0.1);
}

// The work of a damper is what the energy account calls dissipated; that of a spring is minus the change
// of its potential.
TEST_P(Outputs, WorkIsTheIntegralOfPower) {
  const Seen x = after(1, std::string(pendulum) + R"yaml(
forces:
  damper: {type: spring_damper, from: {body: ground, at: [1, 0, 0]}, to: rod.tip, damping: 4}
  spring: {type: spring_damper, from: {body: ground, at: [1, 0, 0]}, to: rod.tip, stiffness: 30, length: 1}
outputs:
  P: {power: damper}
  W: {work: damper}
  rate: {distance: [{body: ground, at: [1, 0, 0]}, rod.tip], rate: true}
  W_spring: {work: spring}
  l: {distance: [{body: ground, at: [1, 0, 0]}, rod.tip]}
)yaml",
                       GetParam(), method());
  EXPECT_NEAR(x.at("P"), -4 * x.at("rate") * x.at("rate"), 1e-9);
  EXPECT_LT(x.at("W"), -0.1);
  EXPECT_NEAR(x.at("W"), x.summary.energy.dissipated, 1e-4 * std::abs(x.at("W")));
  // the tip starts at Ry(0.4) (0.6, 0, -0.8)
  const Vec3 tip(0.6 * std::cos(0.4) - 0.8 * std::sin(0.4), 0,
                 -0.6 * std::sin(0.4) - 0.8 * std::cos(0.4));
  const double l0 = (tip - Vec3::UnitX()).norm();
  const auto V = [](double l) { return 15 * (l - 1) * (l - 1); };
  EXPECT_NEAR(x.at("W_spring"), V(l0) - V(x.at("l")), 1e-4);
  EXPECT_EQ(x.unit.at("W"), "J");
  EXPECT_EQ(x.unit.at("P"), "W");
}

INSTANTIATE_TEST_SUITE_P(BothCoordinates, Outputs,
                         testing::Values(Coordinates::joint, Coordinates::natural),
                         [](const auto& info) {
                           return info.param == Coordinates::joint ? "Joint" : "Natural";
                         });

// A four-bar in space whose reactions are determinate: every component agrees in both coordinates.
TEST(OutputsOfALoop, AgreeInBothCoordinates) {
  std::string text = R"yaml(
bodies:
  crank: {mass: 1, com: [0, 0, 0.5], inertia: [0.1, 0.1, 0.01]}
  coupler: {mass: 2, com: [1, 0.1, 1.5], inertia: [0.2, 0.3, 0.3]}
  rocker: {mass: 1.5, com: [2, 0, 1], inertia: [0.2, 0.2, 0.02]}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: y}
  B: {type: spherical, between: [crank, coupler], at: [0, 0, 1]}
  C: {type: universal, between: [coupler, rocker], at: [2, 0, 2], axis: y, axis2: z}
  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: y}
initial: {v: {A: 1.5}}
forces:
  brake: {type: torsion_spring, joint: A, stiffness: 0, damping: 0.7}
outputs:
  W: {work: brake}
  P: {power: brake}
  px: {momentum: all, axis: x}
  Ly: {angular_momentum: all, axis: y}
  T: {kinetic_energy: all}
  cz: {centre_of_mass: all, axis: z}
)yaml";
  for (const char* joint : {"A", "B", "C", "D"})
    for (const char* part : {"Fx", "Fy", "Fz", "Mx", "My", "Mz"})
      for (const char* axes : {"joint", "body", "world"})
        text += "  " + std::string(joint) + "_" + part + "_" + axes + ": {reaction: " + joint +
                ", component: " + part + ", axes: " + axes + "}\n";
  const Seen j = after(0.2, text, Coordinates::joint), n = after(0.2, text, Coordinates::natural);
  double largest = 0;
  for (const auto& [name, value] : j.out) {
    EXPECT_NEAR(value, n.at(name), 1e-4) << name;
    largest = std::max(largest, std::abs(value));
  }
  EXPECT_GT(largest, 10);
  EXPECT_EQ(j.out.size(), 6u + 72u);
}

}  // namespace
}  // namespace takt::test::outputs_of_models
