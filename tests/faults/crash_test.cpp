// Full disks, signals and kill -9: a loop that continues keeps its schedule, and nothing that was
// recorded is lost.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "realtime_run.hpp"
#include "takt/io/recording/recording.hpp"

namespace takt::faults {
namespace {

namespace fs = std::filesystem;

class Crash : public testing::Test {
 protected:
  Crash() : folder(fs::temp_directory_path() / ("takt-crash-" + std::to_string(getpid()))) {
    fs::create_directories(folder);
  }
  ~Crash() override { fs::remove_all(folder); }

  // A run with a controller and a recording; `then` is called after `seconds` of frames.
  template <class Then> Outcome recorded(double until, double seconds, Then then) {
    const int port = free_port();
    Process takt(command({"--io", "udp:" + std::to_string(port), "--recording", file()}, until));
    Outcome o;
    if (!listening(takt, port)) throw std::runtime_error(takt.errors());
    Injector controller(port, model_inputs);
    Plan p;
    p.frames = static_cast<int>(seconds * 1000);
    o.done = controller.run(p);
    then(takt);
    o.code = takt.wait();
    if (!takt.output().empty()) o.report = takt.report();
    return o;
  }
  std::string file() const { return folder / "run.rec"; }

  // All periods from 0 on are there, without a gap.
  static void expect_without_gap(const io::Recording& r) {
    for (std::size_t i = 0; i < r.periods.size(); ++i)
      ASSERT_EQ(r.periods[i].period, static_cast<std::int64_t>(i));
  }

  fs::path folder;
};

TEST_F(Crash, ASignalEndsTheRunWithEverythingRecorded) {
  for (int signal : {SIGINT, SIGTERM}) {
    const Outcome o = recorded(60, 1, [signal](Process& p) { p.signal(signal); });
    EXPECT_EQ(o.report["ended"], "interrupted");
    EXPECT_EQ(o.code, 130);
    const io::Recording r = io::read_recording(file());
    EXPECT_TRUE(r.whole);
    expect_without_gap(r);
    const std::int64_t cycles = o.report["cycles"], skipped = o.report["skipped"];
    EXPECT_EQ(static_cast<std::int64_t>(r.periods.size()), cycles + skipped);
    EXPECT_EQ(static_cast<std::int64_t>(r.packets.size()), o.done.sent);
    EXPECT_EQ(o.report["recorder"]["lost_entries"], 0);
  }
}

TEST_F(Crash, KilledItGoesOnWhereItWas) {
  const Outcome o = recorded(60, 2, [](Process& p) { p.signal(SIGKILL); });
  EXPECT_EQ(o.code, -SIGKILL);
  const io::Recording before = io::read_recording(file());
  expect_without_gap(before);
  // It is flushed every half second: only that, and delays of the machine, may be missing.
  const auto periods = static_cast<std::int64_t>(before.periods.size());
  EXPECT_GT(periods, 900);
  EXPECT_GE(before.checkpoints.size(), 1u);

  Process again({TAKT_CLI, "realtime", model, "--resume", file(), "--json", "--grace", "1000s",
                 "--until", std::to_string(static_cast<double>(periods) * 1e-3 + 1) + "s"});
  ASSERT_EQ(again.wait(), 0) << again.errors();
  const io::Recording after = io::read_recording(file());
  expect_without_gap(after);
  EXPECT_TRUE(after.whole);
  ASSERT_GE(after.periods.size(), before.periods.size() + 900);
  // Every period before the crash is unchanged.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < before.periods.size(); ++i)
    kept += after.periods[i].hash == before.periods[i].hash &&
            after.periods[i].inputs == before.periods[i].inputs;
  EXPECT_EQ(kept, before.periods.size());
  EXPECT_EQ(after.packets.size(), before.packets.size());
}

TEST_F(Crash, AFullDiskEndsTheRecordingAndNotTheLoop) {
  const int port = free_port();
  constexpr long room = 100'000;
  Process takt(command({"--io", "udp:" + std::to_string(port), "--recording", file()}, 2.3),
               {room});
  ASSERT_TRUE(listening(takt, port));
  Injector controller(port, model_inputs);
  const Done done = controller.run({});
  EXPECT_EQ(takt.wait(), 1);
  const nlohmann::json report = takt.report();
  EXPECT_EQ(report["ended"], "time");
  EXPECT_EQ(report["cycles"].get<std::int64_t>() + report["skipped"].get<std::int64_t>(), 2300);
  EXPECT_EQ(report["inputs"]["accepted"], done.whole);
  EXPECT_NE(report["recorder"]["error"], "");
  EXPECT_NE(takt.errors().find("run.rec"), std::string::npos) << takt.errors();
  // Everything that fits can be read.
  const io::Recording r = io::read_recording(file());
  expect_without_gap(r);
  EXPECT_GT(r.periods.size(), 100u);
  EXPECT_LE(static_cast<long>(fs::file_size(file())), room);
}

TEST_F(Crash, AResultThatCannotGrowDoesNotDisturbTheLoop) {
  Process takt(command({"--out", folder / "run.csv"}, 1.5), {60'000});
  EXPECT_EQ(takt.wait(), 1);
  const nlohmann::json report = takt.report();
  EXPECT_EQ(report["ended"], "time");
  EXPECT_EQ(report["cycles"].get<std::int64_t>() + report["skipped"].get<std::int64_t>(), 1500);
  EXPECT_NE(report["recorder"]["error"], "");
}

}  // namespace
}  // namespace takt::faults
