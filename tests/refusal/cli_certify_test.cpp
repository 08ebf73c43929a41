// takt certify and takt tune from outside: exit codes, the heap watched in the program itself.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

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
#if defined(TAKT_SANITIZED)
  EXPECT_TRUE(
      j["heap_calls"].is_null());  // the sanitizer has the heap, so nobody else can watch it
#else
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
  EXPECT_EQ(code({"pendulum-cartesian", "--until", "100ns", "--step", "1ns"}), 5);
  EXPECT_EQ(code({"pendulum-cartesian", "--step", "1ms", "--period", "1.4ms"}), 2);
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

// A pendulum that an input holds aside: the eigenvalues of a step are those of the swing about there.
TEST(CliCertify, HoldsInputsAtTheirValues) {
  for (const double torque : {5.0, -2.0}) {
    const Ended ended =
        Program().run({"certify", TAKT_SOURCE_DIR "/tests/support/models/pushed_pendulum.yaml",
                       "--method", "ode+rk4", "--step", "1ms", "--period", "1s", "--until", "2s",
                       "--set", "u.push=" + std::to_string(torque), "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json j = Json::parse(ended.out);
    ASSERT_EQ(j["inputs"].size(), 1u);
    EXPECT_EQ(j["inputs"][0]["name"], "push");
    EXPECT_EQ(j["inputs"][0]["value"], torque);
    const double omega = std::sqrt(9.81 * std::cos(std::asin(torque / 9.81)) / 1.1);
    for (const Json& r : j["spectral_radius"])
      EXPECT_NEAR(r["angle_per_step"].get<double>(), 1e-3 * omega, 1e-7);
    EXPECT_NEAR(j["energy"]["final"].get<double>(), j["energy"]["initial"].get<double>(), 1e-9);
  }
}

TEST(CliCertify, TakesAMethodFromAFile) {
  Program program;
  std::ofstream(program.path("method.yaml"))
      << "coordinates: natural\nformulation: index2\n"
         "integrator: linear_implicit_euler(J2)\nstabilisation: one_step\nstep: 2 ms\n";
  const Ended certified = program.run(
      {"certify", "simple-pendulum", "--method", "method.yaml", "--until", "0.1s", "--json"});
  EXPECT_EQ(certified.err, "");
  const Json j = Json::parse(certified.out);
  EXPECT_TRUE(j["method"].get<std::string>().starts_with("natural:index2+"));
  EXPECT_EQ(j["step"], 2e-3);
  const Ended tuned = program.run({"tune", "simple-pendulum", "--period", "10ms", "--until", "1s",
                                   "--method", "method.yaml", "--budget", "20s", "--json"});
  EXPECT_EQ(tuned.err, "");
  EXPECT_EQ(Json::parse(tuned.out)["considered"], 1);
}

// Certifying the Iltis takes a minute: a folder that is not there is found before.
TEST(CliCertify, FindsAnOutputItCannotWriteBeforeTheRun) {
  for (const char* command : {"certify", "tune"}) {
    const auto begin = std::chrono::steady_clock::now();
    const Ended ended =
        Program().run({command, "iltis", "--period", "1ms", "--out", "nowhere/page.json"});
    EXPECT_EQ(ended.code, 1) << command;
    EXPECT_NE(ended.err.find("cannot write 'nowhere/page.json'"), std::string::npos) << ended.err;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << command;
  }
}

TEST(CliCertify, EndsWith130WhenInterrupted) {
  Program program;
  program.start({"certify", "pendulum-cartesian", "--step", "1ms", "--until", "100000s", "--json"});
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  program.signal(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.code, 130);
  const Json j = Json::parse(ended.out);
  EXPECT_EQ(j["status"], "interrupted");
  EXPECT_TRUE(j["repeats"].is_null());
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
  EXPECT_TRUE(j["run"].get<std::string>().starts_with("takt run linear-oscillator --method ode+"));
  EXPECT_TRUE(j["paste"].is_null());  // a problem has no model file
  EXPECT_EQ(j["status"], "ok");
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
