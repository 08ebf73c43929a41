// The inertia of a motor's rotor on the coordinate of its joint: against the closed form, against a rotor
// that is a body of its own behind a gear, and refused where it has no place.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/simulate/run.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test::rotors {
namespace {

using mechanism::Coordinates;

std::shared_ptr<const mechanism::Mechanism> compiled(const std::string& text,
                                                     Coordinates c = Coordinates::joint) {
  return mechanism::compile(
      std::make_shared<const Model>(io::read_model("takt: 1\n" + text, "rotor.yaml")), c);
}

Summary run_of(const std::string& text, const char* method, double until, double step = 1e-3) {
  const auto m = compiled(text);
  Method with = parse_method(method);
  with.step = step;
  Engine engine(m, with, start_of(*m), {.until = until});
  return run(engine, {}, {});
}

constexpr const char* wheel = R"yaml(
gravity: 0
bodies: {wheel: {mass: 1, com: [0, 0, 0], inertia: [0.3, 0.3, 0.3]}}
joints: {axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}}
forces: {motor: {type: motor, joint: axle, torque: 0.2, ratio: 20, inertia: 1e-3}}
outputs: {Mz: {reaction: axle, component: Mz}, T: {kinetic_energy: all}}
)yaml";

// a = n tau / (I + n^2 J) = 4 / 0.7
TEST(Rotor, AcceleratesItsJointAsTheClosedForm) {
  const double a = 20 * 0.2 / (0.3 + 400 * 1e-3);
  for (const char* method :
       {"ode+rk4", "ode+heun", "ode+linear_implicit_euler(J2)", "ode+bdf", "ode+dopri5",
        "state_space+trapezoidal(passes=4)", "ode+explicit_euler"}) {
    const Summary s = run_of(wheel, method, 0.5);
    ASSERT_EQ(s.status, Status::ok) << method << ": " << s.failure;
    EXPECT_NEAR(s.final_state.v[0], 0.5 * a, 1e-3) << method;
    // the kinetic energy of the balance has the rotor in it, that of the bodies has not
    EXPECT_NEAR(s.energy_final, 0.5 * 0.7 * std::pow(s.final_state.v[0], 2), 1e-9) << method;
    EXPECT_NEAR(s.outputs[1], 0.5 * 0.3 * std::pow(s.final_state.v[0], 2), 1e-9) << method;
    EXPECT_NEAR(s.outputs[0], 0, 1e-6) << method;  // the axle is free about its axis
  }
  EXPECT_NEAR(run_of(wheel, "ode+rk4", 0.5).final_state.v[0], 0.5 * a, 1e-12);
}

constexpr const char* bars = R"yaml(
bodies:
  crank: {mass: 1, com: [0, 0, 0.5], inertia: [0.1, 0.1, 0.01]}
  coupler: {mass: 2, com: [1, 0, 1.5], inertia: [0.2, 0.3, 0.3]}
  rocker: {mass: 1.5, com: [2, 0, 1], inertia: [0.2, 0.2, 0.02]}
)yaml";
constexpr const char* pins = R"yaml(
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: y}
  B: {type: revolute, between: [crank, coupler], at: [0, 0, 1], axis: y}
  C: {type: revolute, between: [coupler, rocker], at: [2, 0, 2], axis: y}
  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: y}
)yaml";

// The same rotor as a body on a shaft of its own, which a gear couples to the crank.
TEST(Rotor, EqualsABodyBehindAGear) {
  const std::string inside = std::string(bars) + pins + R"yaml(
forces: {motor: {type: motor, joint: A, torque: 0.5, ratio: 10, inertia: 5e-3}}
)yaml";
  const std::string apart = std::string(bars) +
                            "  rotor: {mass: 0.1, com: [0, 5, 0], inertia: [5e-3, 5e-3, 5e-3]}\n" +
                            pins + R"yaml(
  shaft: {type: revolute, between: [ground, rotor], at: [0, 5, 0], axis: y}
constraints: {gear: {type: gear, joints: [shaft, A], ratio: 10}}
forces: {motor: {type: drive, joint: shaft, torque: 0.5}}
)yaml";
  const auto crank = [](const Summary& s) {
    EXPECT_EQ(s.status, Status::ok) << s.failure;
    for (std::size_t i = 0; i < s.names.v.size(); ++i)
      if (s.names.v[i] == "A") return s.final_state.v[static_cast<Index>(i)];
    return 0.0;
  };
  const double wanted = crank(run_of(apart, "index1+rk4+s_both2", 0.4));
  EXPECT_GT(std::abs(wanted), 0.5);
  for (const char* method : {"index1+rk4+s_both2", "state_space+rk4"})
    EXPECT_NEAR(crank(run_of(inside, method, 0.4)), wanted, 1e-6) << method;
  for (const char* method : {"index2+bdf", "hybrid+trapezoidal(passes=4)", "ali3+trapezoidal"})
    EXPECT_NEAR(crank(run_of(inside, method, 0.4)), wanted, 2e-3) << method;
}

TEST(Rotor, IsRefusedWhereItHasNoPlace) {
  try {
    compiled(wheel, Coordinates::natural);
    ADD_FAILURE() << "it is compiled";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("natural coordinates have none"), std::string::npos)
        << e.what();
    EXPECT_NE(e.hint.find("gear"), std::string::npos);
  }
  std::string cut(pins);
  cut.replace(cut.find("at: [2, 0, 0], axis: y"), 22, "at: [2, 0, 0], axis: y, cut: true");
  try {
    compiled(std::string(bars) + cut +
             "forces: {motor: {type: motor, joint: D, torque: 1, inertia: 1}}\n");
    ADD_FAILURE() << "it is compiled";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("closes a loop"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace takt::test::rotors
