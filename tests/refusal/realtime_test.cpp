// takt realtime as a program: its exit codes, its files, its commands. Machines that run tests may be
// busy: overruns count only where they are meant.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "program.hpp"

namespace takt::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words realtime(Words more) {
  more.insert(more.begin(), {"realtime", "four-bar", "--step", "1ms", "--method",
                             "index2+linear_implicit_euler(J2)+one_step", "--grace", "1h"});
  return more;
}

TEST(RealtimeProgram, KeepsItsReplayableRecording) {
  Program program;
  const Ended ran = program.run(
      realtime({"--until", "300ms", "--policy", "catch-up", "--max-burst", "10000", "--recording",
                "r.rec", "--checkpoint", "50ms", "--out", "r.csv", "--json"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json j = Json::parse(ran.out);
  EXPECT_EQ(j["cycles"], 300);
  EXPECT_EQ(j["status"], "ok");
  EXPECT_GE(j["recorder"]["checkpoints"], 2);
  EXPECT_EQ(j["recorder"]["lost_samples"], 0);

  const Ended again =
      program.run({"run", "four-bar", "--replay", "r.rec", "--out", "again.csv", "--json"});
  ASSERT_EQ(again.code, 0) << again.err;
  const Json replayed = Json::parse(again.out);
  EXPECT_EQ(replayed["verified"], 300);
  EXPECT_EQ(replayed["mismatches"], 0);
  EXPECT_EQ(replayed["state_hash"], j["state_hash"]);
  EXPECT_EQ(program.read("again.csv"), program.read("r.csv"));

  // The same as without a clock.
  const Ended plain =
      program.run({"run", "four-bar", "--step", "1ms", "--until", "300ms", "--method",
                   "index2+linear_implicit_euler(J2)+one_step", "--json"});
  EXPECT_EQ(Json::parse(plain.out)["state_hash"], j["state_hash"]);

  // Another model does not come out so.
  const Ended wrong = program.run({"run", "simple-pendulum", "--replay", "r.rec"});
  EXPECT_NE(wrong.code, 0);
}

TEST(RealtimeProgram, GoesOnWhereItWasKilled) {
  Program program;
  const Words words = realtime({"--until", "400ms", "--policy", "catch-up", "--max-burst", "10000",
                                "--recording", "r.rec", "--checkpoint", "20ms", "--json"});
  program.start([&] {
    Words forever = words;
    forever[9] = "1h";  // --until
    return forever;
  }());
  for (int k = 0; k < 200 && program.read("r.rec").size() < 20000; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  program.signal(SIGKILL);
  EXPECT_EQ(program.wait().code, 128 + SIGKILL);
  const Ended on =
      program.run({"realtime", "four-bar", "--resume", "r.rec", "--until", "3s", "--policy",
                   "catch-up", "--max-burst", "10000", "--grace", "1h", "--json"});
  ASSERT_EQ(on.code, 0) << on.err;
  const Json j = Json::parse(on.out);
  EXPECT_GT(j["cycles"], 0);
  EXPECT_LT(j["cycles"], 3000);
  EXPECT_NEAR(j["t_end"].get<double>(), 3, 1e-12);
  const Ended plain = program.run({"run", "four-bar", "--step", "1ms", "--until", "3s", "--method",
                                   "index2+linear_implicit_euler(J2)+one_step", "--json"});
  EXPECT_EQ(Json::parse(plain.out)["state_hash"], j["state_hash"]);
  const Ended again = program.run({"run", "four-bar", "--replay", "r.rec", "--json"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(Json::parse(again.out)["state_hash"], j["state_hash"]);
  EXPECT_EQ(Json::parse(again.out)["periods"], 3000);
}

TEST(RealtimeProgram, SaysThatTheBudgetWasViolated) {
  Program program;
  const Ended ended =
      program.run({"realtime", "passenger-car", "--method", "ggl+bdf(order=2,passes=2)+grouped",
                   "--step", "1ms", "--until", "300ms", "--set", "burn=300", "--json"});
  EXPECT_EQ(ended.code, 5) << ended.err;
  EXPECT_NE(ended.err.find("the real-time budget was violated"), std::string::npos) << ended.err;
  const Json j = Json::parse(ended.out);
  EXPECT_EQ(j["status"], "late");
  EXPECT_GT(j["overruns"]["total"], 5);
  EXPECT_GT(j["overruns"]["stage"]["evaluate"].get<int>() + j["skipped"].get<int>(), 0);
}

TEST(RealtimeProgram, StopsAfterSomeOverruns) {
  Program program;
  const Ended ended =
      program.run({"realtime", "passenger-car", "--method", "ggl+bdf(order=2,passes=2)+grouped",
                   "--step", "1ms", "--until", "60s", "--set", "burn=300", "--policy", "stop",
                   "--stop-after", "5", "--json"});
  EXPECT_EQ(ended.code, 5) << ended.err;
  const Json j = Json::parse(ended.out);
  EXPECT_EQ(j["ended"], "late");
  EXPECT_EQ(j["overruns"]["most_consecutive"], 5);
}

TEST(RealtimeProgram, EndsCleanlyWhenInterrupted) {
  Program program;
  program.start(realtime({"--until", "1h", "--recording", "r.rec", "--out", "r.csv", "--json"}));
  for (int k = 0; k < 200 && program.read("r.csv").size() < 2000; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  program.signal(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.code, 130);
  const Json j = Json::parse(ended.out);
  EXPECT_EQ(j["status"], "interrupted");
  EXPECT_GT(j["cycles"], 0);
  EXPECT_EQ(program.run({"run", "four-bar", "--replay", "r.rec"}).code, 0);
}

TEST(RealtimeProgram, ExaminesTheMachine) {
  Program program;
  const Ended ended = program.run({"realtime", "--doctor", "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json j = Json::parse(ended.out);
  EXPECT_EQ(j["checks"].size(), 9u);
  EXPECT_GT(j["wake_up_us"]["max"], 0);
}

}  // namespace
}  // namespace takt::test
