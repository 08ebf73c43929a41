// Runs that stop early: what is kept, what is said, and how the program ends.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "approved.hpp"
#include "program.hpp"
#include "takt/base/choice.hpp"

namespace takt::test {
namespace {

using Json = nlohmann::json;
using Rows = std::vector<std::vector<std::string>>;

// The rows of a file whose lines must all be whole and equally long; the header is left out.
Rows whole_rows(const std::string& text) {
  EXPECT_TRUE(text.ends_with('\n'));
  Rows rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    rows.push_back(split(text.substr(at, end - at), ','));
    EXPECT_EQ(rows.back().size(), rows.front().size());
    at = end == std::string::npos ? end : end + 1;
  }
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

TEST(CliPartial, BlowUpKeepsEverythingUpToTheLastGoodStep) {
  Program program;
  const Ended ended = program.run({"run", "two-link-sine", "--method", "index1+heun", "--step",
                                   "10ms", "--until", "10s", "--out", "a.csv", "--json"});
  EXPECT_EQ(ended.code, 4);
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["status"], "not_finite");
  const double last = json["t_end"];
  EXPECT_GT(last, 0);
  EXPECT_LT(last, 10);
  const Rows rows = whole_rows(program.read("a.csv"));
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows.size(), json["steps"].get<std::size_t>() + 1);
  EXPECT_EQ(std::stod(rows.back()[0]), last);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < 5; ++k) EXPECT_TRUE(std::isfinite(std::stod(row[k])));
  // When exactly, and what leaves first, depends on the last bit of every operation.
  const std::string timeless =
      std::regex_replace(ended.err, std::regex("[0-9. ]+ (s,|s would|steps|rows)"), " # $1");
  expect_approved("cli_blow_up",
                  std::regex_replace(timeless, std::regex("v\\.[^ ]+ to .*"), "v.#"));
}

TEST(CliPartial, AssembledStartRuns) {
  Program program;
  const Ended ended = program.run(
      {"run", "pendulum-cartesian", "--set", "q.x=0.9", "--assemble", "--until", "0.1s", "--json"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "note: the start was moved to the constraints: q.x by 100 mm\n");
  EXPECT_LT(Json::parse(ended.out)["max_drift"]["position"].get<double>(), 1e-9);
}

void interrupt_with(int signal) {
  Program program;
  program.start({"run", "pendulum-cartesian", "--until", "10h", "--step", "1us", "--every", "10us",
                 "--out", "a.csv", "--json"});
  for (int i = 0; i < 600 && program.running() && program.read("a.csv").size() < 100000; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_TRUE(program.running());
  program.signal(signal);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.code, 130);
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_NE(ended.err.find("takt: interrupted"), std::string::npos) << ended.err;
  const Rows rows = whole_rows(program.read("a.csv"));
  ASSERT_FALSE(rows.empty());
  const auto steps = json["steps"].get<std::size_t>();  // every tenth, and the last good state
  EXPECT_EQ(rows.size(), steps / 10 + 1 + (steps % 10 == 0 ? 0 : 1));
  EXPECT_EQ(std::stod(rows.back()[0]), json["t_end"].get<double>());
}

TEST(CliPartial, CtrlCKeepsResults) { interrupt_with(SIGINT); }
TEST(CliPartial, TerminationKeepsResults) { interrupt_with(SIGTERM); }

TEST(CliPartial, FullDeviceIsAnError) {
  Program program;
  ASSERT_EQ(::symlink("/dev/full", program.path("full.csv").c_str()), 0);
  const Ended ended =
      program.run({"run", "pendulum-cartesian", "--until", "0.1s", "--out", "full.csv", "--json"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "");
  expect_approved("cli_full_device", ended.err);
}

TEST(CliPartial, FullDiskKeepsWholeRows) {
  Program program;
  program.limit_files(100000);
  const Ended ended = program.run({"run", "pendulum-cartesian", "--out", "a.csv", "--json"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "");
  const std::string text = program.read("a.csv");
  EXPECT_LE(text.size(), 100000u);
  EXPECT_GT(text.size(), 99000u);
  const std::string kept = std::to_string(whole_rows(text).size()) + " rows are kept";
  EXPECT_NE(ended.err.find(kept), std::string::npos) << ended.err << "expected " << kept;
}

TEST(CliPartial, RefusedRunLeavesAnOldFileAlone) {
  Program program;
  ASSERT_EQ(program.run({"run", "pendulum-cartesian", "--until", "10ms", "--out", "a.csv"}).code,
            0);
  const std::string before = program.read("a.csv");
  ASSERT_EQ(program.run({"run", "pendulum-cartesian", "--set", "q.x=0.9", "--out", "a.csv"}).code,
            3);
  EXPECT_EQ(program.read("a.csv"), before);
}

TEST(CliPartial, DataAndMessagesAreApart) {
  Program program;
  const Ended text = program.run({"run", "pendulum-cartesian", "--until", "10ms"});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_EQ(text.out.find('\033'), std::string::npos);
  const Ended quiet = program.run({"run", "pendulum-cartesian", "--until", "10ms", "--quiet"});
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
  for (const char* word : {"--help", "--version"}) EXPECT_EQ(program.run({word}).code, 0);
}

}  // namespace
}  // namespace takt::test
