// The report of a real-time run as text and as JSON, with invented numbers.
#include "takt/realtime/report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "takt/realtime/distribution.hpp"
#include "takt/realtime/doctor.hpp"
#include "tests/refusal/approved.hpp"

namespace takt::realtime {
namespace {

using takt::test::expect_approved;

Report calm() {
  Report r;
  r.model = "iltis";
  r.method = "index2+linear_implicit_euler(J2)+one_step";
  r.step = 1e-3;
  r.cost = {3, 4, 2, true};
  r.schedule.end = 10000;
  r.t_end = r.wall_s = 10;
  Statistics& s = r.statistics;
  s.cycles = s.steps = 10000;
  for (int k = 0; k < 10000; ++k) {
    s.execution.add(k == 5000 ? 480'000 : 60'000 + 7 * (k % 1000));
    s.wake_up.add(k % 100 == 0 ? 31'000 : 3'000 + k % 500);
    s.parts.add({0, 3'000, 100, 20'000, 15'000, 5'000, 12'000, 3'000, 5'000});
  }
  r.obtained = {"SCHED_FIFO", 80, 1, true, {}};
  r.host = {"Linux 6.1.0", "PREEMPT_RT", "A Processor @ 3.00GHz", 4};
  r.disturbances = {0, 0, 2, 10000};
  r.recorded.max_drift = {1.25e-9, 3.5e-8, 0};
  r.final_state.lambda = Vector::Zero(1);
  return r;
}

Report troubled() {
  Report r = calm();
  r.steps_per_period = 2;
  r.step = 0.5e-3;
  r.schedule.policy = Policy::degrade;
  r.schedule.grace = 0.5;
  r.cheaper_method = "index2+linear_implicit_euler(J3)+one_step";
  r.overruns = {12, 2, 0, 3, 17, 8211, 1'234'567};
  r.violated = true;
  r.statistics.skipped = 4;
  r.statistics.caught_up = r.statistics.degraded = 12;
  r.statistics.resets = 1;
  r.statistics.changes = 2;
  r.statistics.overruns_in = {3, 4, 0, 5, 0, 0, 0, 0, 0};
  Report::Line& udp = r.channels.emplace_back();
  udp.name = "udp 127.0.0.1:5005";
  udp.counts.received = 9990;
  udp.counts.lost = 7;
  udp.counts.corrupt = 1;
  udp.counts.duplicated = 20;
  udp.counts.foreign = 1300;
  r.channels.emplace_back().name = "shm bench";
  r.inputs.fresh = 9980;
  r.inputs.held = 20;
  r.inputs.clamped = 3;
  r.inputs.latencies = 100;
  r.inputs.latency_sum = 120;
  r.inputs.latency_max = 4;
  r.obtained = {
      "SCHED_OTHER",
      0,
      -1,
      false,
      {{"SCHED_FIFO with priority 80: Operation not permitted",
        "in /etc/security/limits.conf: me - rtprio 80, and log in anew; or sudo chrt -f 80 "
        "takt realtime ..."}}};
  r.files = {{"out.csv", 9989}};
  r.recording = "run.rec";
  r.recorded.checkpoints = 10;
  r.lost_samples = 12;
  return r;
}

void expect_narrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(io::width(line), 80u) << line;
}

TEST(RealtimeReport, OfACalmRun) {
  const std::string text = report_text(calm(), {});
  expect_approved("../unit/realtime/calm", text);
  expect_narrow(text);
}

TEST(RealtimeReport, OfATroubledRun) {
  const std::string text = report_text(troubled(), {});
  expect_approved("../unit/realtime/troubled", text);
  expect_narrow(text);
}

TEST(RealtimeReport, HasTheKeysInJson) {
  const auto j = to_json(troubled());
  for (const char* key :
       {"model",     "method",   "cheaper_method",  "step",    "period",        "steps_per_period",
        "policy",    "t_end",    "wall_s",          "steps",   "cycles",        "skipped",
        "caught_up", "degraded", "resets",          "changes", "execution_us",  "wake_up_us",
        "stages_us", "overruns", "budget_violated", "inputs",  "latency_steps", "recorder",
        "machine",   "cost",     "max_drift",       "energy",  "final_state",   "state_hash",
        "ended",     "status"})
    EXPECT_TRUE(j.contains(key)) << key;
  for (const char* key : {"min", "mean", "p50", "p99", "p9999", "max", "histogram"})
    EXPECT_TRUE(j["execution_us"].contains(key)) << key;
  EXPECT_EQ(j["overruns"]["total"], 12);
  EXPECT_EQ(j["overruns"]["most_consecutive"], 3);
  EXPECT_EQ(j["overruns"]["first"], 17);
  EXPECT_EQ(j["overruns"]["stage"]["evaluate"], 5);
  EXPECT_EQ(j["latency_steps"]["max"], 8);
  EXPECT_EQ(j["status"], "late");
  EXPECT_EQ(to_json(calm())["status"], "ok");
  std::int64_t all = 0;
  for (const auto& c : j["execution_us"]["histogram"]) all += c["count"].get<std::int64_t>();
  EXPECT_EQ(all, 10000);
}

TEST(Doctor, SaysWhatToDo) {
  Diagnosis d;
  d.host = {"Linux 6.1.0", "PREEMPT_DYNAMIC", "A Processor", 2};
  d.checks = {{"scheduler", "SCHED_FIFO, priority 80", Verdict::good, ""},
              {"preemption", "PREEMPT_DYNAMIC", Verdict::bad, "a kernel with PREEMPT_RT"},
              {"governor", "not shown", Verdict::unknown, ""}};
  d.wake_up.add(4000);
  d.wake_up.add(90000);
  expect_approved("../unit/realtime/doctor", diagnosis_text(d, {}));
  const auto j = to_json(d);
  EXPECT_EQ(j["good"], false);
  EXPECT_EQ(j["checks"][0]["ok"], true);
  EXPECT_EQ(j["checks"][1]["ok"], false);
  EXPECT_TRUE(j["checks"][2]["ok"].is_null());
}

}  // namespace
}  // namespace takt::realtime
