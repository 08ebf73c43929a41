// Runs that go on, and replays: no file that is there is spoiled by what a user may write.
#include <gtest/gtest.h>

#include "program.hpp"

namespace takt::test {
namespace {

std::string hash_in(const std::string& json) {
  const std::size_t at = json.find("\"state_hash\"");
  return at == std::string::npos ? "" : json.substr(at, json.find('\n', at) - at);
}

Ended recorded(Program& program, const std::vector<std::string>& files) {
  std::vector<std::string> words{"realtime", "four-bar",     "--until",  "100ms",       "--grace",
                                 "1h",       "--policy",     "catch-up", "--max-burst", "10000",
                                 "--json",   "--checkpoint", "20ms"};
  words.insert(words.end(), files.begin(), files.end());
  return program.run(words);
}

TEST(GoingOn, AReplayLeavesItsRecordingAlone) {
  Program program;
  const Ended ran = recorded(program, {"--out", "a.h5"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* out : {"a.h5", "./a.h5"}) {
    const Ended over = program.run({"run", "--replay", "a.h5", "--out", out});
    EXPECT_EQ(over.code, 2) << over.err;
    EXPECT_NE(over.err.find("is the file that is read"), std::string::npos) << over.err;
  }
  const Ended again = program.run({"run", "--replay", "a.h5", "--json"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(hash_in(again.out), hash_in(ran.out));
}

// Rows are counted while nobody writes them.
TEST(GoingOn, WithoutFilesAndThenWithThem) {
  Program program;
  const auto go_on = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "four-bar", "--resume", "a.rec", "--json"});
    return program.run(more);
  };
  ASSERT_EQ(program
                .run({"run", "four-bar", "--until", "1s", "--checkpoint", "200ms", "--out", "a.csv",
                      "--recording", "a.rec"})
                .code,
            0);
  EXPECT_EQ(go_on({"--until", "2s"}).code, 0);
  const Ended last = go_on({"--until", "3s", "--out", "a.csv"});
  ASSERT_EQ(last.code, 0) << last.err;
  const Ended whole = program.run({"run", "four-bar", "--until", "3s", "--out", "b.csv", "--json"});
  EXPECT_EQ(hash_in(last.out), hash_in(whole.out));
  EXPECT_EQ(program.read("a.csv"), program.read("b.csv"));

  const Ended another = go_on({"--until", "4s", "--out", "c.csv"});
  EXPECT_EQ(another.code, 2);
  EXPECT_NE(another.err.find("'c.csv' does not exist"), std::string::npos) << another.err;
}

TEST(GoingOn, EachCommandWithItsOwnRecordings) {
  Program program;
  ASSERT_EQ(recorded(program, {"--recording", "clock.rec"}).code, 0);
  ASSERT_EQ(program
                .run({"run", "four-bar", "--until", "100ms", "--checkpoint", "20ms", "--recording",
                      "run.rec"})
                .code,
            0);
  const Ended run = program.run({"run", "four-bar", "--resume", "clock.rec", "--until", "1s"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("go on with takt realtime"), std::string::npos) << run.err;
  const Ended clock = program.run({"realtime", "four-bar", "--resume", "run.rec", "--until", "1s"});
  EXPECT_EQ(clock.code, 2);
  EXPECT_NE(clock.err.find("go on with takt run"), std::string::npos) << clock.err;
}

TEST(Suggestion, IsOfWhatWasRun) {
  Program program;
  const Ended set = program.run({"run", "n-four-bar", "--set", "N=3", "--until", "10ms"});
  EXPECT_NE(set.out.find("takt run n-four-bar --set N=3 --until 10ms --method "), std::string::npos)
      << set.out;
  const Ended modules =
      program.run({"run", "truck-trailer", "--set", "hitch=module", "--until", "10ms"});
  ASSERT_EQ(modules.code, 0) << modules.err;
  // Only one of the usual ones fits modules: rather none than one that is refused.
  const std::string fitting = "index1(baumgarte=auto)+linear_implicit_euler(vedyna)";
  EXPECT_NE(modules.out.find("--method '" + fitting + "'\n"), std::string::npos) << modules.out;
  const Ended other = program.run(
      {"run", "truck-trailer", "--set", "hitch=module", "--until", "10ms", "--method", fitting});
  ASSERT_EQ(other.code, 0) << other.err;
  EXPECT_EQ(other.out.find("Another method"), std::string::npos) << other.out;
}

}  // namespace
}  // namespace takt::test
