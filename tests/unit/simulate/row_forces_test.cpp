// Forces of rods and drives by name, compared with statics and Newton's law, in both sets of
// coordinates.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test {
namespace {

using mechanism::Coordinates;

constexpr double earth = 9.81;

struct Shown {
  double t = 0;
  std::vector<double> out, forces;
  std::vector<std::string> columns;
};

// The outputs and force.<name> columns at the end of a run.
Shown shown(const std::string& text, Coordinates c, double until) {
  const auto model = std::make_shared<const Model>(io::read_model("takt: 1\n" + text, "row.yaml"));
  const auto m = mechanism::compile(model, c);
  State s = start_of(*m);
  if (until > 0) {
    Method method = parse_method("index1+rk4+s_both2");
    method.step = 1e-3;
    Engine simulation(m, method, s, {.until = until});
    while (!simulation.done()) EXPECT_EQ(simulation.step().status, Status::ok);
    s = simulation.state();
  }
  complete(*m, s);
  Evaluator eval(*m);
  eval.place(Slot::start, s);
  Shown x;
  x.t = s.t;
  x.out.resize(m->names().outputs.size());
  m->outputs(eval.point(Slot::start), x.out, eval.scratch());
  x.columns = m->columns(Observe::forces);
  x.forces.resize(x.columns.size());
  m->observe(Observe::forces, eval.point(Slot::start), x.forces, eval.scratch());
  return x;
}

class RowForces : public testing::TestWithParam<Coordinates> {};

// A bob on a rod of 2 m, at an angle, on a circle: T = m (g cos(phi) + v^2 / L).
constexpr const char* bob = R"yaml(
bodies:
  bob: {mass: 3, com: [0, 0, 0], pose: {at: [1.2, 0, -1.6]}, inertia: [1, 1, 1]}
joints:
  free: {type: free, between: [ground, bob]}
initial: {v: {free: {vx: 0.8, vz: 0.6}}}
)yaml";

TEST_P(RowForces, TheTensionOfADistance) {
  const Shown x = shown(std::string(bob) + R"yaml(
constraints: {rope: {type: distance, from: ground, to: bob}}
outputs: {T: {force: rope}}
)yaml",
                        GetParam(), 0);
  EXPECT_NEAR(x.out[0], 3 * (earth * 0.8 + 1.0 / 2), 1e-9);
  ASSERT_EQ(x.columns, std::vector<std::string>{"force.rope"});
  EXPECT_EQ(x.forces[0], x.out[0]);
}

TEST_P(RowForces, TheTensionOfAMasslessRod) {
  const Shown x = shown(R"yaml(
bodies:
  bob: {mass: 3, com: [0, 0, 0], pose: {at: [1.2, 0, -1.6]}, inertia: [1, 1, 1]}
  rod: {mass: 0}
joints:
  free: {type: free, between: [ground, bob]}
  top: {type: spherical, between: [ground, rod], at: [0, 0, 0]}
  bottom: {type: spherical, between: [rod, bob], at: [1.2, 0, -1.6]}
initial: {v: {free: {vx: 0.8, vz: 0.6}}}
outputs: {T: {force: rod}}
)yaml",
                        GetParam(), 0);
  EXPECT_NEAR(x.out[0], 3 * (earth * 0.8 + 1.0 / 2), 1e-9);
  EXPECT_EQ(x.columns, std::vector<std::string>{"force.rod"});
}

// A strut below a mass is pressed: its force is negative.
TEST_P(RowForces, PressureIsNegative) {
  const Shown x = shown(R"yaml(
bodies: {top: {mass: 2, com: [0, 0, 0], pose: {at: [0, 0, 1]}, inertia: [1, 1, 1]}}
joints: {slide: {type: prismatic, between: [ground, top], at: [0, 0, 1], axis: z}}
constraints: {strut: {type: distance, from: ground, to: top}}
outputs: {T: {force: strut}}
)yaml",
                        GetParam(), 0);
  EXPECT_NEAR(x.out[0], -2 * earth, 1e-9);
}

// A rope that is paid out faster and faster carries less: T = m (g - a), also where it is longer than
// at the start.
TEST_P(RowForces, ADistanceThatChanges) {
  const Shown x = shown(R"yaml(
bodies: {load: {mass: 2, com: [0, 0, 0], pose: {at: [0, 0, -1]}, inertia: [1, 1, 1]}}
joints: {slide: {type: prismatic, between: [ground, load], at: [0, 0, -1], axis: z}}
signals: {pay_out: 0.5*t^2}
constraints: {rope: {type: distance, from: ground, to: load, driven: pay_out}}
outputs: {T: {force: rope}, z: {position: load, axis: z}}
)yaml",
                        GetParam(), 0.5);
  EXPECT_NEAR(x.out[1], -1.125, 1e-9);
  EXPECT_NEAR(x.out[0], 2 * (earth - 1), 1e-6);
}

// An arm is swung: torque = (I + m r^2) u'' + m g r cos(u); the spring and the friction beside the
// drive are not part of it.
std::string swung(const char* between, double sign, const char* more) {
  return std::string(R"yaml(
bodies: {arm: {mass: 2, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}}
signals: {swing: )yaml") +
         (sign > 0 ? "\"0.4*sin(3*t)\"" : "\"-0.4*sin(3*t)\"") + R"yaml(}
joints: {hinge: {type: revolute, between: )yaml" +
         between + R"yaml(, at: [0, 0, 0], axis: -y, driven: swing}}
outputs: {M: {force: hinge}}
)yaml" + more;
}

TEST_P(RowForces, TheTorqueOfADrivenHinge) {
  const auto expected = [](double t) {
    const double u = 0.4 * std::sin(3 * t), a = -9 * u;
    return (0.1 + 2 * 0.25) * a + 2 * earth * 0.5 * std::cos(u);
  };
  for (const double until : {0.0, 0.3}) {
    const Shown x = shown(swung("[ground, arm]", 1, ""), GetParam(), until);
    EXPECT_NEAR(x.out[0], expected(x.t), 1e-6);
    ASSERT_EQ(x.columns, std::vector<std::string>{"force.hinge"});
    EXPECT_EQ(x.forces[0], x.out[0]);
    // From the arm to ground it acts on ground, along the angle of ground against the arm.
    const Shown y = shown(swung("[arm, ground]", -1, ""), GetParam(), until);
    EXPECT_NEAR(y.out[0], -expected(y.t), 1e-6);
  }
  const Shown sprung =
      shown(swung("[ground, arm]", 1,
                  "forces: {s: {type: torsion_spring, joint: hinge, stiffness: 7}}\n"),
            GetParam(), 0.3);
  EXPECT_NEAR(sprung.out[0], expected(sprung.t) + 7 * 0.4 * std::sin(3 * sprung.t), 1e-6);
}

TEST_P(RowForces, TheForceOfADrivenSlide) {
  const Shown x = shown(R"yaml(
bodies: {lift: {mass: 4, com: [0, 0, 0], inertia: [1, 1, 1]}}
signals: {up: "0.2*sin(5*t)"}
joints: {mast: {type: prismatic, between: [ground, lift], at: [0, 0, 0], axis: z, driven: up}}
outputs: {F: {force: mast}}
)yaml",
                        GetParam(), 0.2);
  EXPECT_NEAR(x.out[0], 4 * (earth - 25 * 0.2 * std::sin(5 * x.t)), 1e-6);
}

TEST_P(RowForces, WhatIsNoRodIsRefused) {
  const auto refused = [&](const std::string& text) {
    try {
      shown(text, GetParam(), 0);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("it is read");
  };
  EXPECT_NE(refused(std::string(bob) + "outputs: {T: {force: bob}}\n").find("has mass"),
            std::string::npos);
  EXPECT_NE(refused(std::string(bob) + R"yaml(
constraints: {rail: {type: point_on_plane, plane: ground, point: bob, offset: -1.6 m}}
outputs: {T: {force: rail}}
)yaml")
                .find("not a distance"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Both, RowForces, testing::Values(Coordinates::joint, Coordinates::natural),
                         [](const auto& c) {
                           return c.param == Coordinates::joint ? "joint" : "natural";
                         });

}  // namespace
}  // namespace takt::test
