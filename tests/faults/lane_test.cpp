// The example controllers keep the vehicle in its lane, in C and Python, over UDP and shared
// memory.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>

#include "realtime_run.hpp"

namespace takt::faults {
namespace {

enum class Trouble { none, flood, killed };

struct Way {
  const char *language, *channel;
  Trouble trouble;
};
void PrintTo(const Way& w, std::ostream* to) { *to << w.language << " over " << w.channel; }

struct Said {
  long answered = 0;
  double farthest = 1e9, at_the_end = 1e9;
};

Said read(const std::string& text) {
  Said s;
  EXPECT_EQ(
      std::sscanf(text.c_str(), "answered %ld, farthest %lf m from the lane, %lf m at the end",
                  &s.answered, &s.farthest, &s.at_the_end),
      3)
      << text;
  return s;
}

class Lane : public testing::TestWithParam<Way> {};

TEST_P(Lane, IsHeld) {
  const Way& way = GetParam();
  const int port = free_port();
  const std::string channel = std::string(way.channel) == "udp"
                                  ? "udp:" + std::to_string(port)
                                  : "shm:takt-lane-" + std::to_string(getpid());
  std::vector<std::string> steer{TAKT_STEER, channel, "30"};
  if (std::string(way.language) == "python")
    steer = {TAKT_PYTHON, std::string(TAKT_SOURCE_DIR) + "/examples/hil/steer.py", channel, "30"};
  // At least 100 m: the lane changes side between 40 and 80 m. The short version has longer periods
  // and the policy catch-up, so that a busy machine can keep up: processor load is not the subject
  // of this test.
  const double speed = long_campaign() ? 10 : 15, until = long_campaign() ? 20 : 7;
  std::vector<std::string> options{"--io", channel, "--set", "speed=" + std::to_string(speed)};
  if (!long_campaign())
    options.insert(options.end(),
                   {"--period", "10ms", "--policy", "catch-up", "--max-burst", "100"});
  auto controller = std::make_unique<Process>(steer);
  Process takt(command(options, until));
  std::unique_ptr<Flood> flood;
  if (way.trouble == Trouble::flood) {
    ASSERT_TRUE(listening(takt, port)) << takt.errors();
    flood = std::make_unique<Flood>(port, 100'000);
  }
  if (way.trouble == Trouble::killed) {  // without warning; then another one is started
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    controller->signal(SIGKILL);
    EXPECT_EQ(controller->wait(), -SIGKILL);
    controller = std::make_unique<Process>(steer);
  }
  ASSERT_EQ(takt.wait(90), 0) << takt.errors();
  ASSERT_EQ(controller->wait(30), 0) << controller->errors();
  const std::int64_t noise = flood ? flood->stop() : 0;

  const Said said = read(controller->output());
  const nlohmann::json r = takt.report();
  const nlohmann::json &out = r["final_state"]["out"], &n = r["inputs"];
  const std::int64_t cycles = r["cycles"], fresh = n["fresh"];
  std::printf("%s%lld frames taken, %lld overruns of %lld; noise %lld, overflown %lld\n",
              controller->output().c_str(), static_cast<long long>(fresh),
              r["overruns"]["total"].get<long long>(), static_cast<long long>(cycles),
              static_cast<long long>(noise), n["overflown"].get<long long>());
  EXPECT_LT(said.farthest, 0.5);
  EXPECT_LT(said.at_the_end, 0.1);
  EXPECT_GT(out["x"].get<double>(), 90);  // the vehicle has moved
  EXPECT_NEAR(out["y"].get<double>(), 3.5, 0.1);
  EXPECT_EQ(n["restarts"], way.trouble == Trouble::killed ? 1 : 0);
  EXPECT_GE(r["latency_steps"]["last"], 1);
  if (way.trouble == Trouble::flood) return;
  EXPECT_GT(fresh, cycles / 2);
  EXPECT_EQ(n["misfit"], 0);
  EXPECT_EQ(n["corrupt"], 0);
}

std::string name_of(const testing::TestParamInfo<Way>& i) {
  const char* trouble[] = {"", "_in_a_flood", "_killed"};
  return std::string(i.param.language) + "_" + i.param.channel +
         trouble[static_cast<int>(i.param.trouble)];
}

constexpr Way ways[] = {{"c", "udp", Trouble::flood},
                        {"c", "udp", Trouble::killed},
                        {"c", "shm", Trouble::killed},
                        {"python", "udp", Trouble::none},
                        {"python", "shm", Trouble::none}};
INSTANTIATE_TEST_SUITE_P(Examples, Lane, testing::ValuesIn(ways), name_of);

// Checks the test itself: without a controller the vehicle stays in the first lane.
TEST(NoController, LeavesTheLane) {
  Process takt({TAKT_CLI, "run", model, "--set", "speed=15", "--until", "7s", "--json"});
  ASSERT_EQ(takt.wait(90), 0) << takt.errors();
  EXPECT_LT(std::abs(takt.report()["final_state"]["out"]["y"].get<double>()), 1);
}

}  // namespace
}  // namespace takt::faults
