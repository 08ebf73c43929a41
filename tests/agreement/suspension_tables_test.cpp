// Suspensions by tables against the linkages that the tables were written from: the corner of a double
// wishbone that falls onto its tyre, and the Iltis over a bump and with a step of its rack. And a wheel
// with compliance behind its table.
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
    EXPECT_GT(*high - *low, 5e-4) << trial.outputs[i];
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
                {"x", "z", "pitch", "az", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr"}},
               1e-2);
}

TEST(SuspensionTables, TheIltisAnswersAStepOfTheRackAsWithItsLinkages) {
  expect_close(
      {"iltis",
       {{"road", "flat"}, {"speed", "15 m/s"}, {"manoeuvre", "step_steer"}, {"rack", "10 mm"}},
       4,
       {"y", "z", "yaw", "roll", "pitch", "az", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr"}},
      1e-2);
}

// Behind the table a planar joint with a bushing: the displacement under a side force and its torque is
// compliance times load, and the travel stays that of the spring.
TEST(SuspensionTables, AWheelYieldsByItsCompliance) {
  const Simulation sim(parse(R"yaml(
takt: 1
gravity: [0, 5, -9.81]
bodies:
  carrier: {mass: 0}
  wheel: {mass: 30 kg, com: [0.02, 0.75, 0.30], inertia: [0.8, 1.2, 0.8]}
joints:
  guide: {type: kinematics_table, between: [ground, carrier], at: [0, 0.75, 0.30], file: tables/double-wishbone-corner.csv}
  compliance: {type: planar, between: [carrier, wheel], at: [0, 0.75, 0.30], axis: z, x: x}
forces:
  spring: {type: torsion_spring, joint: guide, stiffness: 1e9 N/m}
  rubber:
    type: bushing
    from: carrier
    to: wheel
    at: [0, 0.75, 0.30]
    stiffness: [[2e6, 0, 0, 0, 0, 0], [0, 4e6, 0, 0, 0, 1e5], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 1e5, 0, 0, 0, 2e4]]
initial: {equilibrium: true}
experiment: {until: 1 s, step: 1 ms}
)yaml"));
  const double F = 30 * 5, T = 0.02 * F, det = 4e6 * 2e4 - 1e5 * 1e5;
  const Vector& q = sim.state().q;  // travel; x, y and angle of the compliance
  ASSERT_EQ(q.size(), 4);
  EXPECT_NEAR(q[1], 0, 1e-9);
  EXPECT_NEAR(q[2], (2e4 * F - 1e5 * T) / det, 1e-8);
  EXPECT_NEAR(q[3], (4e6 * T - 1e5 * F) / det, 1e-8);
}

}  // namespace
}  // namespace takt::test
