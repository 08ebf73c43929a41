// Suspensions by tables against the linkages that the tables were written from: the corner of a double
// wishbone that falls onto its tyre, and the Iltis over a bump and with a step of its rack.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "takt/takt.hpp"

namespace takt::test {
namespace {

struct TableTrial {
  std::string model;
  Parameters set;
  double until;
  std::vector<std::string> outputs;
};

// The outputs after each hundredth of a second.
std::vector<std::vector<double>> courses(TableTrial trial, const char* suspension) {
  trial.set.emplace_back("suspension", suspension);
  Simulation sim(load(trial.model, trial.set), {.step = 1e-3, .until = trial.until});
  std::vector<OutputHandle> outputs;
  for (const std::string& name : trial.outputs) outputs.push_back(sim.output(name));
  std::vector<std::vector<double>> all(outputs.size());
  for (int k = 0; !sim.done(); ++k) {
    EXPECT_TRUE(sim.step()) << sim.failure();
    if (testing::Test::HasFailure()) break;
    if (k % 10 == 0)
      for (std::size_t i = 0; i < outputs.size(); ++i) all[i].push_back(outputs[i].value());
  }
  return all;
}

// The largest difference of an output, relative to the range it passes through.
void expect_close(const TableTrial& trial, double tolerance) {
  const auto linkage = courses(trial, "linkage"), table = courses(trial, "table");
  for (std::size_t i = 0; i < trial.outputs.size(); ++i) {
    ASSERT_EQ(linkage[i].size(), table[i].size());
    const auto [low, high] = std::minmax_element(linkage[i].begin(), linkage[i].end());
    double most = 0;
    for (std::size_t k = 0; k < table[i].size(); ++k)
      most = std::max(most, std::abs(table[i][k] - linkage[i][k]));
    EXPECT_GT(*high - *low, 1e-3) << trial.outputs[i];
    EXPECT_LT(most / (*high - *low), tolerance) << trial.outputs[i];
  }
}

TEST(SuspensionTables, ACornerMovesAsItsLinkage) {
  expect_close({"double-wishbone-corner",
                {{"k", "20 N/mm"}},
                2,
                {"left.travel", "left.load", "right.travel", "right.load"}},
               1e-3);
}

TEST(SuspensionTables, TheIltisDrivesOverABumpAsWithItsLinkages) {
  expect_close({"iltis",
                {{"road", "bump"}},
                4,
                {"x", "z", "pitch", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr"}},
               1e-2);
}

TEST(SuspensionTables, TheIltisAnswersAStepOfTheRackAsWithItsLinkages) {
  expect_close(
      {"iltis",
       {{"road", "flat"}, {"speed", "15 m/s"}, {"manoeuvre", "step_steer"}, {"rack", "10 mm"}},
       4,
       {"y", "yaw", "roll", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr"}},
      1e-2);
}

}  // namespace
}  // namespace takt::test
