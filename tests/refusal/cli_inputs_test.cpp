// Bad inputs of a run from a file, a controller in lockstep, and controllers inside of the model: the exit
// code and the exact words, all in one approved file. And what the summary says about both.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "approved.hpp"
#include "program.hpp"

namespace takt::test {
namespace {

const std::string pushed = TAKT_SOURCE_DIR "/tests/refusal/runs/pushed.yaml";
const std::string input_files = TAKT_SOURCE_DIR "/tests/refusal/runs/inputs/";

struct BadRun {
  std::vector<std::string> arguments;
  int code;
};

std::string without_source_folder(std::string text) {
  for (std::size_t at; (at = text.find(TAKT_SOURCE_DIR "/")) != std::string::npos;)
    text.erase(at, std::string(TAKT_SOURCE_DIR "/").size());
  return text;
}

TEST(CliInputs, BadOnesAreRefused) {
  std::vector<BadRun> all;
  for (const char* file : {"nowhere", "empty", "no_rows", "no_t", "unknown", "unit", "short_row",
                           "same_time", "beyond", "word", "twice"})
    all.push_back({{"run", pushed, "--inputs", input_files + file + ".csv"}, 3});
  all.push_back({{"run", "four-bar", "--inputs", input_files + "good.csv"}, 3});
  all.push_back({{"run", TAKT_SOURCE_DIR "/tests/refusal/runs/pushed_by_a_file.yaml"}, 3});
  all.push_back({{"run", pushed, "--set", "push=3"}, 3});
  all.push_back({{"run", pushed, "--set", "held=3"}, 3});
  all.push_back({{"run", pushed, "--set", "u.held=3"}, 3});
  all.push_back({{"run", pushed, "--set", "rail=1"}, 3});
  all.push_back({{"run", pushed, "--set", "stifness=1"}, 3});
  all.push_back({{"run", pushed, "--io", "udp:5005"}, 2});
  all.push_back({{"run", pushed, "--io", "lockstep:tcp:5005"}, 2});
  all.push_back({{"run", pushed, "--io", "lockstep:udp:70000"}, 2});
  all.push_back({{"run", pushed, "--period", "2ms"}, 2});
  all.push_back({{"run", pushed, "--timeout", "1s"}, 2});
  all.push_back({{"run", pushed, "--io", "lockstep:udp:47399", "--period", "1.5ms"}, 2});
  all.push_back(
      {{"run", pushed, "--io", "lockstep:udp:47399", "--checkpoint", "1s", "--out", "a.h5"}, 2});
  all.push_back({{"run", pushed, "--io", "lockstep:udp:47399", "--timeout", "50ms", "--quiet"}, 4});
  all.push_back({{"run", pushed, "--method", "ode+bdf"}, 3});
  all.push_back({{"run", pushed, "--method", "ode+rk4", "--step", "1.5ms"}, 3});
  all.push_back({{"run", pushed, "--method", "ode+rk4", "--step", "5ms"}, 3});
  std::string said;
  for (const BadRun& bad : all) {
    Program program;
    const Ended e = program.run(bad.arguments);
    said += "$ takt";
    for (const std::string& a : bad.arguments) said += " " + a;
    said += "\n" + e.err + "exit " + std::to_string(e.code) + "\n\n";
    EXPECT_EQ(e.code, bad.code) << said;
    EXPECT_EQ(e.out, "");
  }
  expect_approved("cli_inputs", without_source_folder(said));
}

TEST(CliInputs, TheSummarySuggestsACommandThatWorks) {
  Program program;
  const Ended e = program.run({"run", pushed, "--inputs", input_files + "good.csv"});
  ASSERT_EQ(e.code, 0) << e.err;
  EXPECT_NE(e.out.find("(default method)"), std::string::npos) << e.out;
  EXPECT_NE(e.out.find("--inputs " + input_files + "good.csv --method"), std::string::npos)
      << e.out;
  EXPECT_EQ(e.out.find("--set u="), std::string::npos) << e.out;
  const Ended given = program.run({"run", pushed, "--method", "ode+rk4"});
  EXPECT_EQ(given.out.find("default method"), std::string::npos) << given.out;
}

TEST(CliInputs, ControllersInsideRunUnderEveryCommand) {
  Program program;
  const Ended compared = program.run(
      {"compare", pushed, "--method", "ode+rk4", "--method", "ode+heun", "--step", "1ms"});
  EXPECT_EQ(compared.code, 0) << compared.err;
  const Ended realtime =
      program.run({"realtime", pushed, "--method", "ode+rk4", "--until", "50ms", "--grace", "50ms",
                   "--json"});  // deadlines are not the question
  EXPECT_EQ(realtime.code, 0) << realtime.err;
  const Ended run = program.run({"run", pushed, "--method", "ode+rk4", "--json"});
  EXPECT_EQ(nlohmann::json::parse(run.out)["units"]["out"]["work"], "J");
}

}  // namespace
}  // namespace takt::test
