// The summary as JSON: its keys, its numbers, and null for values that are not finite.
#include "takt/io/results/json.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "pendulum.hpp"

namespace takt::io {
namespace {

std::vector<std::string> keys(const nlohmann::ordered_json& j) {
  std::vector<std::string> names;
  for (const auto& [key, value] : j.items()) names.push_back(key);
  return names;
}

TEST(SummaryJson, HasTheKeys) {
  const auto j = to_json(run_pendulum({}));
  EXPECT_EQ(keys(j),
            (std::vector<std::string>{"model", "method", "t_end", "steps", "rejected", "wall_s",
                                      "cpu_s", "realtime_factor", "step_us", "max_drift", "energy",
                                      "counters", "switches", "cost", "final_state", "units",
                                      "state_hash", "status", "bound"}));
  EXPECT_EQ(keys(j["step_us"]), (std::vector<std::string>{"mean", "p50", "p99", "p9999", "max"}));
  EXPECT_EQ(keys(j["counters"]),
            (std::vector<std::string>{
                "iterations", "evaluations", "function_calls", "function_calls_without_jacobian",
                "jacobian_evaluations", "jacobian_updates", "factorisations", "solves",
                "column_groups", "error_test_failures", "events", "crossings", "chatters",
                "most_iterations", "unconverged", "unconverged_energy"}));
  EXPECT_EQ(
      keys(j["energy"]),
      (std::vector<std::string>{"initial", "final", "max_abs_change", "inputs", "dissipated",
                                "method", "resolution", "projections", "max_kinetic", "warning"}));
  EXPECT_EQ(keys(j["final_state"]), (std::vector<std::string>{"q", "v", "z", "out"}));
  EXPECT_EQ(keys(j["final_state"]["q"]), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(keys(j["bound"]),
            (std::vector<std::string>{"C0", "C1", "C2", "g_lim", "ratio", "holds", "estimate",
                                      "h_C1", "samples", "first_half"}));
  EXPECT_EQ(j["model"], "pendulum-cartesian");
  EXPECT_EQ(j["status"], "ok");
  EXPECT_EQ(j["steps"], 100);
  EXPECT_EQ(j["state_hash"].get<std::string>().size(), 16u);
}

TEST(SummaryJson, HasNoBoundWhereNoneIsPromised) {
  EXPECT_FALSE(to_json(run_pendulum({}, 0.1, "index1+heun")).contains("bound"));
}

TEST(SummaryJson, HasNullForWhatIsNotFinite) {
  Summary s = run_pendulum({});
  s.energy_final = std::numeric_limits<double>::quiet_NaN();
  s.final_state.q[0] = std::numeric_limits<double>::infinity();
  s.bound->holds = false;
  const auto j = to_json(s);
  EXPECT_TRUE(j["energy"]["final"].is_null());
  EXPECT_TRUE(j["final_state"]["q"]["x"].is_null());
  EXPECT_TRUE(j["bound"]["g_lim"].is_null());
  EXPECT_EQ(nlohmann::json::parse(j.dump()), nlohmann::json(j));
}

TEST(SummaryJson, SeparatesTheCallsThatDifferencesNeed) {
  const auto analytic = to_json(run_pendulum({}))["counters"];
  EXPECT_EQ(analytic["function_calls"], analytic["function_calls_without_jacobian"]);
  const auto dense =
      to_json(run_pendulum({}, 0.1, "index2+linear_implicit_euler(J2)+one_step+dense"))["counters"];
  EXPECT_GT(dense["function_calls"], dense["function_calls_without_jacobian"]);
  EXPECT_GE(dense["function_calls_without_jacobian"], 100);
}

}  // namespace
}  // namespace takt::io
