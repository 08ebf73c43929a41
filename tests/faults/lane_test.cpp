// The example controllers hold their lane, in C and Python, over UDP and shared memory.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "realtime_run.hpp"

namespace takt::faults {
namespace {

struct Way {
  const char *language, *channel;
};
void PrintTo(const Way& w, std::ostream* to) { *to << w.language << " over " << w.channel; }

class Lane : public testing::TestWithParam<Way> {};

TEST_P(Lane, IsHeld) {
  const bool udp = std::string(GetParam().channel) == "udp";
  const std::string channel =
      udp ? "udp:" + std::to_string(free_port()) : "shm:takt-lane-" + std::to_string(getpid());
  std::vector<std::string> steer{TAKT_STEER, channel, "30"};
  if (std::string(GetParam().language) == "python")
    steer = {TAKT_PYTHON, std::string(TAKT_SOURCE_DIR) + "/examples/hil/steer.py", channel, "30"};
  // 100 m at least: the lane changes side between 40 and 80 m.
  const double speed = long_campaign() ? 10 : 15, until = long_campaign() ? 20 : 7;
  Process controller(steer);
  Process takt(command({"--io", channel, "--set", "speed=" + std::to_string(speed)}, until));
  ASSERT_EQ(takt.wait(90), 0) << takt.errors();
  ASSERT_EQ(controller.wait(30), 0) << controller.errors();

  long answered = 0;
  double farthest = 1e9, at_the_end = 1e9;
  const std::string said = controller.output();
  ASSERT_EQ(
      std::sscanf(said.c_str(), "answered %ld, farthest %lf m from the lane, %lf m at the end",
                  &answered, &farthest, &at_the_end),
      3)
      << said;
  const nlohmann::json r = takt.report();
  const nlohmann::json& out = r["final_state"]["out"];
  std::printf("%s%lld frames taken, %lld overruns of %lld\n", said.c_str(),
              r["inputs"]["fresh"].get<long long>(), r["overruns"]["total"].get<long long>(),
              r["cycles"].get<long long>());
  EXPECT_LT(farthest, 0.5);
  EXPECT_LT(at_the_end, 0.1);
  EXPECT_GT(out["x"].get<double>(), 90);  // and not just stood there
  EXPECT_NEAR(out["y"].get<double>(), 3.5, 0.1);
  EXPECT_GT(r["inputs"]["fresh"].get<std::int64_t>(), r["cycles"].get<std::int64_t>() / 2);
  EXPECT_EQ(r["inputs"]["misfit"], 0);
  EXPECT_EQ(r["inputs"]["corrupt"], 0);
  EXPECT_EQ(r["inputs"]["restarts"], 0);
  EXPECT_GE(r["latency_steps"]["last"], 1);
}

INSTANTIATE_TEST_SUITE_P(Examples, Lane,
                         testing::Values(Way{"c", "udp"}, Way{"c", "shm"}, Way{"python", "udp"},
                                         Way{"python", "shm"}),
                         [](const testing::TestParamInfo<Way>& i) {
                           return std::string(i.param.language) + "_" + i.param.channel;
                         });

// The measure can fail: with nobody at the wheel the vehicle stays in the first lane.
TEST(NoController, LeavesTheLane) {
  Process takt({TAKT_CLI, "run", model, "--set", "speed=15", "--until", "7s", "--json"});
  ASSERT_EQ(takt.wait(90), 0) << takt.errors();
  EXPECT_LT(std::abs(takt.report()["final_state"]["out"]["y"].get<double>()), 1);
}

}  // namespace
}  // namespace takt::faults
