// The summary a person reads, and texts that line up.
#include "takt/io/report_text.hpp"

#include <gtest/gtest.h>

#include "pendulum.hpp"

namespace takt::io {
namespace {

TEST(ReportText, SaysWhatTheRunHeld) {
  const std::string text =
      report_text(run_pendulum({}), {1e-3, false, {{"a.csv", 101}}, "takt x"}, {});
  for (const char* part : {"pendulum-cartesian", "100 ms in 100 steps of 1 ms", "real time",
                           "evaluations", "promised", "a.csv", "101 rows", "takt x"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
}

TEST(ReportText, IsColouredOnlyWhenAsked) {
  EXPECT_NE(report_text(run_pendulum({}), {}, Style{true}).find('\033'), std::string::npos);
}

TEST(ReportText, SaysWhenTheConditionFails) {
  Summary s = run_pendulum({});
  s.bound->holds = false;
  EXPECT_NE(report_text(s, {}, {}).find("condition (13) does not hold"), std::string::npos);
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

}  // namespace
}  // namespace takt::io
