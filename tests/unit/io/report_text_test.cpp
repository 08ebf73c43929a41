// The summary as text, and aligned tables.
#include "takt/io/terminal/report_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pendulum.hpp"
#include "takt/io/terminal/energy_report.hpp"

namespace takt::io {
namespace {

TEST(ReportText, SaysWhatTheRunHeld) {
  const std::string text =
      report_text(run_pendulum({}), {1e-3, false, {{"a.csv", 101}}, "takt x"}, {});
  for (const char* part :
       {"pendulum-cartesian", "100 ms in 100 steps of 1 ms", "real time", "evaluations", "promised",
        "says nothing about energy", "inputs 0 J", "a.csv", "101 rows", "takt x"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
}

TEST(ReportText, IsColouredOnlyWhenAsked) {
  EXPECT_NE(report_text(run_pendulum({}), {}, Style{true}).find('\033'), std::string::npos);
}

TEST(ReportText, SaysWhenTheConditionFails) {
  Summary s = run_pendulum({});
  s.bound->holds = false;
  s.bound->C1 = 3200;
  EXPECT_NE(report_text(s, {}, {}).find("no bound: condition (13) does not hold: h C1 = 3.2"),
            std::string::npos)
      << report_text(s, {}, {});
}

TEST(ReportText, SaysWhatIsRoundOffAndWhatIsOnlyALimit) {
  Summary s = run_pendulum({});
  s.bound->limit = 0;
  s.bound->holds = s.bound->estimate = true;
  s.max_drift.position = 1.18e-29;
  s.counters.iterations = s.counters.most_iterations = 3;
  s.counters.unconverged = 12;
  s.counters.unconverged_energy = 5;
  const std::string text = report_text(s, {}, {});
  EXPECT_NE(text.find("drift estimate  round-off, as estimated"), std::string::npos) << text;
  EXPECT_NE(text.find("not converged in 12 steps, worth at most 5 J"), std::string::npos) << text;
  EXPECT_TRUE(s.unconverged_matters());
  s.energy.resolution = 6;
  EXPECT_FALSE(s.unconverged_matters()) << "less than the balance can show";
  s.energy.resolution = 0;
  s.counters.unconverged_energy = 0;  // not known
  EXPECT_TRUE(s.unconverged_matters());
  EXPECT_NE(report_text(s, {}, {}).find("not converged in 12 steps\n"), std::string::npos);
  s.counters.unconverged_energy = 5e12;  // a limit far above what there is to explain
  s.energy.method = 748;
  s.energy.most_kinetic = 1000;
  EXPECT_NE(report_text(s, {}, {}).find("all of the method's part may be due to unconverged"),
            std::string::npos);
  s.max_drift.position = 1e-9;
  EXPECT_NE(report_text(s, {}, {}).find("1e-09 measured / 0 estimated"), std::string::npos);
}

// Whatever the constants came to, nobody reads "nan".
TEST(ReportText, PrintsNothingThatIsNoNumber) {
  constexpr double odd[] = {0.0, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()};
  for (const double x : odd)
    for (const bool holds : {true, false}) {
      Summary s = run_pendulum({});
      s.bound = Bound{x, x, x, std::isfinite(x) ? x : 0, holds};
      s.bound->samples = 3;
      s.bound->half_C0 = s.bound->room = x;
      const std::string text = report_text(s, {}, {}), json = to_json(*s.bound, 1e-9).dump();
      for (const std::string& t : {text, json}) {
        EXPECT_EQ(t.find("nan"), std::string::npos) << t;
        EXPECT_EQ(t.find("inf"), std::string::npos) << t;
      }
    }
}

TEST(ReportText, CountsDiscontinuities) {
  Summary s = run_pendulum({});
  EXPECT_EQ(report_text(s, {}, {}).find("switches"), std::string::npos);
  s.switches = {{"force.a", 10}, {"force.b", 4}, {"force.c", 2}, {"signals", 1}};
  s.counters.crossings = 17;
  EXPECT_NE(
      report_text(s, {}, {}).find("17 crossed by steps (force.a 10, force.b 4, force.c 2, ...)"),
      std::string::npos);
  s.counters.crossings = 0;
  s.counters.events = 17;
  s.chattering = {{"force.a", 1}};
  EXPECT_NE(
      report_text(s, {}, {}).find("17 located (force.a 10, force.b 4, force.c 2, ...); force.a "
                                  "chatters, left to the error control 1 time"),
      std::string::npos);
}

TEST(ReportText, WarnsWhenTheMethodChangesTheEnergy) {
  Summary s = run_pendulum({});
  EXPECT_EQ(report_text(s, {}, {}).find("warning"), std::string::npos);
  s.energy.method = -0.5;
  s.energy.most_kinetic = 10;
  s.energy.projected = true;
  s.energy.projections = -0.4;
  const std::string text = report_text(s, {}, {});
  EXPECT_NE(text.find("the method itself took away 0.5 J (5 % of the largest kinetic energy"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("in the method's part: -0.4 J by projections"), std::string::npos) << text;
  s.energy.resolution = 1;  // nobody knows
  EXPECT_EQ(report_text(s, {}, {}).find("warning"), std::string::npos);
}

TEST(Style, MeasuresWhatIsSeen) {
  EXPECT_EQ(width("µs"), 2u);
  EXPECT_EQ(width(Style{true}.bad("no")), 2u);
  EXPECT_EQ(grouped(1234), "1234");
  EXPECT_EQ(grouped(60000), "60 000");
  EXPECT_EQ(grouped(1234567), "1 234 567");
  EXPECT_EQ(seconds_in_words(1e-3), "1 ms");
  EXPECT_EQ(seconds_in_words(60), "60 s");
  EXPECT_EQ(wrapped("aa bb cc", 5, 2), "aa bb\n  cc");
}

TEST(ReportText, SaysWhatAControllerSentInVainAndWhoseMethodItIs) {
  Summary s = run_pendulum({});
  EXPECT_EQ(report_text(s, {}, {}).find("controller"), std::string::npos);
  s.controller = {1200, 3, 1};
  ReportContext c;
  c.method_from = "default method";
  const std::string text = report_text(s, c, {});
  EXPECT_NE(text.find("controller      1200 answers; 3 values clamped to the range; 1 value not "
                      "finite, not used"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("(default method)\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace takt::io
