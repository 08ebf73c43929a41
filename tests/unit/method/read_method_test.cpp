#include "takt/io/method/read_method.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/method/default_method.hpp"

namespace takt::io {
namespace {

TEST(ReadMethod, NumbersMayHaveUnits) {
  EXPECT_EQ(to_string(read_method("index1+dopri5(rtol=1e-8,h0=2ms)+s_both2")),
            "index1+dopri5(rtol=1e-8,h0=0.002)+s_both2");
  EXPECT_EQ(to_string(read_method("index1(baumgarte=12;70)+heun")), "index1(baumgarte=12;70)+heun");
  EXPECT_EQ(to_string(read_method("index2+linear_implicit_euler(J1)")),
            "index2+linear_implicit_euler(J1)");
  EXPECT_THROW(read_method("index1+dopri5(h0=2furlongs)"), Error);
}

TEST(ReadMethod, IsStatedAsTextOrByItsCoordinates) {
  EXPECT_FALSE(StatedMethod("").method);
  const StatedMethod natural("natural:");
  EXPECT_EQ(natural.coordinates, "natural");
  EXPECT_FALSE(natural.method);
  EXPECT_EQ(StatedMethod(" global+trapezoidal").coordinates, "natural");  // an alias names them
  EXPECT_EQ(StatedMethod("index1+heun").coordinates, "");
  EXPECT_THROW(StatedMethod("index1+hun"), Error);
}

// Given, else the model's, else the default; and the same for the step.
TEST(ReadMethod, OfARunFollowsOneRule) {
  const std::string model =
      "takt: 1\n"
      "bodies: {arm: {mass: 1, com: [1, 0, 0], inertia: [1, 1, 1]}}\n"
      "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}\n";
  const std::string experiment = "experiment: {step: 5 ms, method: ode+rk4}\n";
  const auto text_of = [](const Method& m) { return to_string(m) + " " + number(m.step); };
  const Model silent = read_model(model, "silent.yaml"),
              says = read_model(model + experiment, "says.yaml");
  EXPECT_EQ(text_of(method_for(open_model(says, {}, "ode+heun"))), "ode+heun 0.005");
  EXPECT_EQ(text_of(method_for(open_model(says, {}, "ode+heun"), 2e-3)), "ode+heun 0.002");
  EXPECT_EQ(text_of(method_for(open_model(says))), "ode+rk4 0.005");
  EXPECT_EQ(text_of(method_for(open_model(says, {}, "joint:"))), "ode+rk4 0.005");
  const OpenModel open = open_model(silent);
  EXPECT_EQ(text_of(method_for(open)), default_method(*open.system, open.start, 1e-3) + " 0.001");
  EXPECT_EQ(text_of(method_for(open_model(silent, {}, "ode+heun"))), "ode+heun 0.001");
}

// A method file without a step leaves the step to the model.
TEST(ReadMethod, OfAFileMayHaveAStep) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "takt_method.yaml";
  const auto step_with = [&](const std::string& line) {
    std::ofstream(path) << "formulation: index1\nintegrator: heun\n" << line;
    OpenModel open = open_model("four-bar", {}, path.string());
    open.step = 5e-3;
    return method_for(open).step;
  };
  EXPECT_EQ(step_with("step: 2 ms\n"), 2e-3);
  EXPECT_EQ(step_with(""), 5e-3);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace takt::io
