// Reading of model files: the Model that results from each section.
#include "takt/io/model_file/model_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "part.hpp"
#include "takt/base/error.hpp"
#include "takt/io/method/method_file.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/method/method.hpp"
#include "takt/model/output_catalogue.hpp"

namespace takt::test {
namespace {

using io::read_model;

constexpr const char* rod = R"yaml(takt: 1
parameters: {N: 3, l: 500 mm, kind: {value: a, allowed: [a, b]}, half: "${l/2}"}
bodies:
  rod: {mass: 2 kg, uniform: {rod: [[0, 0, 0], ["${l}", 0, 0]]}, frames: {tip: ["${l}", 0, 0]}}
joints:
  pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}
)yaml";

Model with(const std::string& more, const std::map<std::string, std::string>& set = {}) {
  return read_model(rod + more, "rod.yaml", set);
}

TEST(ModelFile, NumbersHaveUnitsAndExpressions) {
  const Model m = with("", {{"l", "40 cm"}});
  EXPECT_EQ(m.name, "rod");
  const Body& b = part(m.bodies, "rod");
  EXPECT_EQ(b.mass, 2);
  EXPECT_EQ(b.where, "rod.yaml:4:3");
  EXPECT_DOUBLE_EQ(b.centre[0], 0.2);
  EXPECT_DOUBLE_EQ(b.inertia(2, 2), 2 * 0.16 / 12);
  EXPECT_EQ(m.parameters.size(), 3u);
  EXPECT_EQ(m.words.front().second, "a");
  EXPECT_EQ(m.gravity, Vec3(0, 0, -9.81));
  EXPECT_EQ(part(m.joints, "pin").inboard.frame.R.col(2), Vec3(0, 1, 0));
}

TEST(ModelFile, ParametersAreListed) {
  const auto all = io::parameters_of(rod, "rod.yaml");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[1].name, "l");
  EXPECT_EQ(all[1].value, "0.5");
  EXPECT_EQ(all[1].unit, "mm");
  EXPECT_EQ(all[2].allowed, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(all[3].value, "0.25");
  EXPECT_THROW(with("", {{"l", "3 kg"}}), Error);
  EXPECT_THROW(with("", {{"kind", "c"}}), Error);
  EXPECT_THROW(with("", {{"kinds", "a"}}), Error);
}

TEST(ModelFile, RepeatsAndConditions) {
  const std::string more =
      R"yaml(  j${i}: {type: spherical, between: [rod, "b${i}"], at: ["${i*l}", 0, 0], repeat: {i: [1, "${N}"]}}
  extra: {type: weld, between: [ground, rod], at: [0, 0, 0], when: {kind: [b, c]}}
  many: {type: weld, between: [ground, rod], at: [0, 0, 0], when: "${N > 3}"}
outputs:
  y${i}.${k}: {position: rod.tip, axis: y, repeat: {i: [0, 1], k: [0, 2]}}
  r: {position: rod.tip, axis: x, scale: "${rand(1, 2)}"}
)yaml";
  std::string text = rod + more;
  text.insert(text.find("joints:"), "  b${i}: {mass: 1, repeat: {i: [1, \"${N}\"]}}\n");
  const Model three = read_model(text, "rod.yaml");
  EXPECT_EQ(three.bodies.size(), 5u);
  EXPECT_EQ(three.joints.size(), 4u);
  EXPECT_DOUBLE_EQ(part(three.joints, "j2").inboard.frame.p[0], 1.0);
  EXPECT_EQ(three.outputs.size(), 7u);
  EXPECT_EQ(part(three.outputs, "y1.2").index, 1);
  const double r = part(three.outputs, "r").scale;
  EXPECT_TRUE(r >= 0 && r < 1);
  EXPECT_EQ(part(read_model(text, "x.yaml").outputs, "r").scale, r);
  EXPECT_EQ(read_model(text, "rod.yaml", {{"N", "4"}, {"kind", "b"}}).joints.size(), 7u);
}

TEST(ModelFile, FramesOnBothSidesAreTheJointsFrames) {
  const Model m = with(R"yaml(  cart: {type: prismatic, between: [ground.origin, rod.tip], axis: x}
  slide: {type: free, between: [ground, rod]}
initial: {q: {cart: 20 cm}, v: {pin: 90 deg/s, slide: {vx: 36 km/h}}, guess: {slide: {x: 1}},
          equilibrium: true, speed: 72 km/h}
)yaml");
  const Joint& j = part(m.joints, "cart");
  EXPECT_EQ(j.inboard.frame.p, Vec3(0, 0, 0));
  EXPECT_EQ(j.outboard.frame.p, Vec3(0.5, 0, 0));
  EXPECT_EQ(j.inboard.frame.R.col(2), Vec3(1, 0, 0));
  EXPECT_EQ(j.q0.size(), 1u);
  EXPECT_DOUBLE_EQ(j.q0[0].second, 0.2);
  EXPECT_TRUE(j.guess.empty());  // what is kept needs no guess
  EXPECT_DOUBLE_EQ(part(m.joints, "pin").v0[0].second, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(part(m.joints, "slide").v0[0].second, 10);
  EXPECT_EQ(part(m.joints, "slide").v0[0].first, "vx");
  EXPECT_EQ(m.initial.speed, 20);
  EXPECT_TRUE(m.initial.equilibrium);
  const Model drawn =
      with("  cart: {type: prismatic, between: [ground.origin, rod.tip], axis: x}\n");
  EXPECT_DOUBLE_EQ(part(drawn.joints, "cart").guess.at(0).second, 0.5);
}

// What a gain and a target are in depends on the joint and on what is controlled.
TEST(ModelFile, UnitsOfControllers) {
  const Model m = with(R"yaml(  slide: {type: prismatic, between: [ground, rod], at: [0, 0, 0]}
signals: {angle: {type: sine, amplitude: 10 deg, frequency: 2 1/s}, rate: {type: input, unit: rad/s}}
forces:
  a: {type: pi_controller, joint: pin, kp: 200 N m/rad, ki: 3 N m/rad/s, target: angle}
  b: {type: pi_controller, joint: pin, of: rate, kp: 2 N m s/rad, ki: 4 N m/rad, target: rate}
  c: {type: pi_controller, joint: slide, kp: 2 N/mm, target: 5 mm}
)yaml");
  const auto push = [&](const char* force, double error) {
    const double s[1] = {}, ds[1] = {}, u[1] = {error}, z[1] = {};
    const element::LawIn in{s, ds, z, u};
    element::LawOut out;
    part(m.forces, force).law->force(in, out);
    return out.Q[0];
  };
  EXPECT_DOUBLE_EQ(push("a", 0.5), 100);
  EXPECT_DOUBLE_EQ(push("b", 0.5), 1);
  EXPECT_DOUBLE_EQ(push("c", 0.5), 1000);
}

TEST(ModelFile, ForcesSignalsAndRoads) {
  const Model m = with(R"yaml(  slide: {type: prismatic, between: [ground, rod], at: [0, 0, 0]}
signals: {s: {type: sine, amplitude: 5 mm, frequency: 2 Hz}, f: "3*t", in: {type: input, value: 2, most: 3, unit: N, between: line}}
forces:
  a: {type: spring_damper, from: ground, to: rod.tip, stiffness: 2 N/mm, implicit: false}
  b: {type: drive, joint: pin, torque: 3 N m}
  c: {type: drive, joint: slide, torque: 4 N}
  d: {type: point_force, on: rod.tip, z: f, y: "2*sin(t)"}
  e: {type: spring_damper, from: ground, to: rod.tip,
      spring: {polynomial: [1 N, 2 N/mm]}, damper: {breaks: [0], polynomials: [[0, 1], [0, 2 N s/m]]}}
constraints:
  gear: {type: gear, joints: [pin, slide], ratio: 2}
  rope: {type: distance, from: {body: ground, at: [0, 0, 1]}, to: rod.tip, driven: s}
road: {type: bump, height: 10 cm}
outputs: {t: {force: a}, u: {signal: f}, w: {angle: [ground, rod], rate: true}}
)yaml");
  EXPECT_TRUE(part(m.forces, "a").explicit_only);
  EXPECT_EQ(part(m.forces, "a").law->measures(), 1);
  const auto signal = [&](const char* force, std::size_t k) {
    return m.signals[static_cast<std::size_t>(part(m.forces, force).signals[k])];
  };
  EXPECT_EQ(signal("b", 0).function->value(1).u, 3);
  EXPECT_EQ(signal("c", 0).function->value(1).u, 4);
  EXPECT_EQ(signal("d", 0).function->value(1).u, 0);
  EXPECT_NEAR(signal("d", 1).function->value(1).u, 2 * std::sin(1), 1e-15);
  EXPECT_EQ(signal("d", 2).name, "f");
  EXPECT_EQ(part(m.signals, "in").input, 2);
  EXPECT_EQ(part(m.signals, "in").function, nullptr);
  EXPECT_EQ(part(m.signals, "in").unit, "N");
  EXPECT_TRUE(part(m.signals, "in").interpolated);
  EXPECT_EQ(part(m.constraints, "gear").terms.at(1).factor, -2);
  EXPECT_DOUBLE_EQ(part(m.constraints, "rope").length, std::sqrt(1.25));
  EXPECT_EQ(m.signals[static_cast<std::size_t>(part(m.constraints, "rope").driven_by)].name, "s");
  EXPECT_NEAR(m.road->at(0.97 + 2.5, 0).z, 0.1, 1e-12);
  EXPECT_EQ(part(m.outputs, "w").type->key, "angle");
  EXPECT_TRUE(part(m.outputs, "w").rate);
  EXPECT_EQ(part(m.outputs, "w").unit, "rad/s");
}

TEST(ModelFile, ShippedModelsRead) {
  ASSERT_NE(io::find_shipped("four-bar"), nullptr);
  for (const io::ShippedModel& shipped : io::shipped_models()) {
    const std::string name(shipped.name);
    Model m;
    ASSERT_NO_THROW(m = read_model(std::string(shipped.text), name + ".yaml")) << name;
    EXPECT_EQ(m.name, name);
    EXPECT_FALSE(shipped.summary.empty()) << name;
    EXPECT_EQ(m.description, shipped.summary) << name;
    if (!m.experiment.method.empty()) {
      EXPECT_NO_THROW(parse_method(m.experiment.method));
    }
  }
}

TEST(MethodFile, ReadsTheThreeWaysToWriteOptions) {
  const Method m = io::read_method_text(
      "formulation: index1 {baumgarte: 12;70}\nintegrator: heun\nstep: 10 ms\nrealtime: true\n",
      "method.yaml");
  EXPECT_EQ(to_string(m), "index1(baumgarte=12;70)+heun");
  EXPECT_EQ(m.step, 0.01);
  EXPECT_TRUE(m.realtime);
  EXPECT_EQ(to_string(io::read_method_text(
                "formulation: {index1: {baumgarte: [12, 70]}}\nintegrator: dopri5(rtol=1e-4)\n"
                "stabilisation: s_both\n",
                "method.yaml")),
            "index1(baumgarte=12;70)+dopri5(rtol=1e-4)+s_both");
  EXPECT_THROW(io::read_method_text("formulation: index1\n", "m.yaml"), Error);
  EXPECT_THROW(io::read_method_text("formulation: indx1\nintegrator: heun\n", "m.yaml"), Error);
  EXPECT_THROW(io::read_method_text("formulatio: index1\nintegrator: heun\n", "m.yaml"), Error);
}

}  // namespace
}  // namespace takt::test
