// Files with values of inputs: how they are read, how a model follows them, what is refused.
#include "takt/io/model_file/input_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "takt/base/error.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::io {
namespace {

constexpr const char* driven_arm =
    "takt: 1\n"
    "bodies: {arm: {mass: 2, com: [1, 0, 0], inertia: [1, 1, 1]}}\n"
    "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"
    "signals:\n"
    "  torque: {type: input, unit: N m, least: -100, most: 100}\n"
    "  ramp: {type: input, unit: N m, between: line, value: 1}\n"
    "forces:\n"
    "  a: {type: drive, joint: A, torque: torque}\n"
    "  b: {type: drive, joint: A, torque: ramp}\n";

TEST(InputFile, HasTimesAndColumns) {
  const InputFile f = parse_inputs(
      "\xEF\xBB\xBF# drive\r\n\"t [ms]\",torque [N mm], u.ramp\r\n0,5,1\r\n\r\n250,-5e3,2\n",
      "a.csv");
  ASSERT_EQ(f.times, (std::vector{0.0, 0.25}));
  ASSERT_EQ(f.columns.size(), 2U);
  EXPECT_EQ(f.columns[0].name, "torque");
  EXPECT_DOUBLE_EQ(f.columns[0].values[1], -5);
  EXPECT_EQ(f.columns[1].name, "ramp");
  EXPECT_EQ(parse_inputs("t;torque\n0;1\n1;2\n", "a.csv").times.size(), 2U);
}

std::string wrong(const std::string& text, const char* model = nullptr) {
  try {
    const InputFile f = parse_inputs(text, "a.csv");
    if (model != nullptr) {
      Model m = read_model(model, "arm.yaml");
      follow(m, f);
    }
  } catch (const Error& e) {
    return e.where + ": " + e.what();
  }
  return "";
}

TEST(InputFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(wrong(""), "a.csv:1: the file of inputs is empty");
  EXPECT_EQ(wrong("time,x\n0,1\n"), "a.csv:1: the first column is 'time', not t");
  EXPECT_EQ(wrong("t\n0\n"), "a.csv:1: the file has no column besides t");
  EXPECT_EQ(wrong("t,x\n"), "a.csv:1: the file of inputs has no rows");
  EXPECT_EQ(wrong("t,x,x\n0,1,2\n"), "a.csv:1: the column 'x' stands there twice");
  EXPECT_EQ(wrong("t,x [N\n0,1\n"), "a.csv:1: the unit in 'x [N' is not closed");
  EXPECT_EQ(wrong("t,x\n0,1\n1\n"), "a.csv:3: the line has 1 cells, the first line 2");
  EXPECT_EQ(wrong("t,x\n0,1\n1,one\n"), "a.csv:3: 'one' in column x is not a finite number");
  EXPECT_EQ(wrong("t,x\n0,1\n1,inf\n"), "a.csv:3: 'inf' in column x is not a finite number");
  EXPECT_EQ(wrong("t,x\n0,1\n0,2\n"), "a.csv:3: the times must ascend: 0 s follows 0 s");
  EXPECT_NE(wrong("t [kg],x\n0,1\n"), "");
  EXPECT_EQ(wrong("t,torq\n0,1\n", driven_arm), "a.csv:1: model 'arm' has no input 'torq'");
  EXPECT_EQ(wrong("t,torque [mm]\n0,1\n", driven_arm),
            "a.csv:1: the column 'torque' is in mm, but the unit of the input is N m");
  EXPECT_EQ(wrong("t,torque\n0,1\n2,200\n", driven_arm),
            "a.csv: the value 200 of 'torque' at t = 2 s is beyond the range of the input");
}

TEST(InputFile, IsHeldOrJoinedByLines) {
  Model m = read_model(driven_arm, "arm.yaml");
  follow(m, parse_inputs("t,torque,ramp\n1,10,4\n2,20,8\n", "a.csv"));
  const auto torque = m.signals[0].function, ramp = m.signals[1].function;
  EXPECT_EQ(torque->value(0).u, 10);  // before the first time
  EXPECT_EQ(torque->value(1.999).u, 10);
  EXPECT_EQ(torque->value(2 - 1e-14).u, 20);  // a step that ends there up to round-off
  EXPECT_EQ(torque->value(9).u, 20);
  EXPECT_NEAR(ramp->value(1.25).u, 5, 1e-15);
  EXPECT_NEAR(ramp->value(1.25).du, 4, 1e-15);
  EXPECT_EQ(ramp->value(3).du, 0);
}

// From rest, a constant torque of 1 + 2 N m on 1 + 2 kg m^2 about the joint turns it by t^2 / 2.
TEST(InputFile, MovesAModelFromTheCommandLineAndFromItsExperiment) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "takt_inputs";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "in.csv") << "t,torque\n0,2\n";
  std::ofstream(folder / "arm.yaml") << driven_arm << "experiment: {inputs: in.csv}\n";
  std::ofstream(folder / "silent.yaml") << driven_arm;
  const auto angle = [&](const std::string& file, const std::vector<std::string>& set) {
    const OpenModel open = open_model((folder / file).string(), set, "ode+rk4");
    Engine s(open.system, method_for(open, 1e-2), open.start, {2.0});
    while (!s.done()) EXPECT_EQ(s.step().status, Status::ok);
    return s.state().q[0];
  };
  EXPECT_NEAR(angle("arm.yaml", {}), 2, 1e-12);
  EXPECT_NEAR(angle("silent.yaml", {"u=" + (folder / "in.csv").string()}), 2, 1e-12);
  EXPECT_NEAR(angle("silent.yaml", {}), 2 / 3.0, 1e-12);  // 1 N m of the other input alone
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace takt::io
