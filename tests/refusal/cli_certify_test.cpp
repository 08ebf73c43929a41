// takt certify and takt tune from outside: exit codes, the heap watched in the program itself.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace takt::test {
namespace {

using Json = nlohmann::json;

TEST(CliCertify, WatchesTheHeapOfTheProgram) {
  Program program;
  const Ended ended = program.run({"certify", "pendulum-cartesian", "--method",
                                   "index2+linear_implicit_euler(J2)+one_step", "--step", "1ms",
                                   "--period", "1s", "--until", "2s", "--json"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  const Json j = Json::parse(ended.out);
#if !defined(__SANITIZE_ADDRESS__)
  EXPECT_EQ(j["heap_calls"], 0);
#endif
  EXPECT_EQ(j["steps_per_period"], 1000);
  EXPECT_TRUE(j["repeats"].get<bool>());
  EXPECT_EQ(j["status"], "ok");
}

TEST(CliCertify, EndsWithTheCodeOfWhatDoesNotHold) {
  const auto code = [](std::vector<std::string> words) {
    words.insert(words.begin(), "certify");
    return Program().run(words).code;
  };
  EXPECT_EQ(code({"pendulum-cartesian", "--method", "index1+dopri5+s_both2", "--until", "1s"}), 5);
  EXPECT_EQ(code({"pendulum-cartesian", "--until", "0.1s", "--period", "1ns"}), 5);
  EXPECT_EQ(code({"car-axle", "--method", "index1+heun+s_both2", "--step", "30ms"}), 4);
  EXPECT_EQ(code({"linear-oscillator", "--method", "ode+explicit_euler", "--step", "100ms",
                  "--until", "5s"}),
            0);
  EXPECT_EQ(code({"linear-oscillator", "--method", "ode+explicit_euler", "--step", "100ms",
                  "--until", "5s", "--strict"}),
            1);
  EXPECT_EQ(code({"pendulum-cartesian", "--period", "0"}), 2);
  EXPECT_EQ(code({"pendulum-cartesian", "--method", "ode+rk4"}), 3);
}

TEST(CliTune, WritesWhatItFound) {
  Program program;
  const Ended ended =
      program.run({"tune", "linear-oscillator", "--period", "100ms", "--until", "5s", "--method",
                   "ode+rk4", "--method", "ode+heun", "--json", "--out", "table.csv"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  const Json j = Json::parse(ended.out);
  const auto best = j["recommended"].get<std::size_t>();
  EXPECT_TRUE(j["trials"][best]["meets"].get<bool>());
  EXPECT_NE(j["paste"].get<std::string>().find("method: \""), std::string::npos);
  EXPECT_NE(program.read("table.csv").find("ode+rk4"), std::string::npos);
  EXPECT_EQ(Program().run({"tune", "linear-oscillator"}).code, 2);
  EXPECT_EQ(Program().run({"tune", "linear-oscillator", "--period", "1ms", "--out", "a.xls"}).code,
            2);
  EXPECT_EQ(Program()
                .run({"tune", "linear-oscillator", "--period", "1ms", "--method", "ode+dopri5"})
                .code,
            3);
}

}  // namespace
}  // namespace takt::test
