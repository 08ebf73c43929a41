// Charts of experiments hold the numbers of their tables.
#include "apps/reproduce/charts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "apps/reproduce/paper_004/table_6_1.hpp"

namespace takt::reproduce {
namespace {

const Table drifts{"drifts",
                   {"h", "method", "ours", "paper"},
                   {{"0.01", "a", "2e-3", ".33e-2"},
                    {"0.01", "<b>", "*", "*"},
                    {"0.001", "a", "2e-4", ".32e-4"},
                    {"0.001", "<b>", "5", ""}}};

TEST(ChartsOfExperiments, DrawACurveForEachName) {
  const auto c =
      chart("Drift", "", step_axis(), logarithmic_axis("|g|"), drifts,
            {{"h", "ours", {"method"}}, {"h", "paper", {"method"}, "paper", as_points, true}});
  ASSERT_EQ(c.curves.size(), 4u);
  EXPECT_EQ(c.curves[0].name, "a");
  EXPECT_EQ(c.curves[0].x, (std::vector<double>{0.01, 0.001}));
  EXPECT_EQ(c.curves[0].y, (std::vector<double>{2e-3, 2e-4}));
  EXPECT_EQ(c.curves[1].name, "<b>");
  EXPECT_TRUE(std::isnan(c.curves[1].y[0]));
  EXPECT_EQ(c.curves[1].y[1], 5);
  EXPECT_EQ(c.curves[2].name, "a, paper");
  EXPECT_TRUE(c.curves[2].dashed);
  EXPECT_EQ(c.curves[2].y, (std::vector<double>{3.3e-3, 3.2e-5}));
}

TEST(ChartsOfExperiments, TakeOnlyTheRowsAskedFor) {
  Drawn d{"h", "ours"};
  d.only = {"method", "<b>"};
  EXPECT_EQ(chart("", "", {}, {}, drifts, {d}).curves[0].x.size(), 2u);
  d.having = "ours";
  const auto c = chart("", "", {}, {}, drifts, {d});
  EXPECT_EQ(c.curves[0].x, (std::vector<double>{0.001}));
  EXPECT_EQ(c.curves[0].name, "ours");
  EXPECT_THROW(chart("", "", {}, {}, drifts, {{"h", "no such column"}}), std::logic_error);
}

TEST(ChartsOfExperiments, ShowOursBesideThePaper) {
  const auto c = beside_paper("", "drift", true, drifts,
                              {{"paper", "ours", {}, "drift", as_points, false, "method"}});
  ASSERT_EQ(c.curves.size(), 2u);
  EXPECT_EQ(c.curves[0].labels[0], "a");
  EXPECT_EQ(c.curves[1].x, c.curves[1].y);
  // From the least to the largest number of the pairs; 5 has no printed number beside it.
  EXPECT_EQ(c.curves[1].x, (std::vector<double>{3.2e-5, 3.3e-3}));
}

// An experiment of paper 004: its printed numbers are the dashed curves.
TEST(ChartsOfExperiments, HoldThePrintedNumbers) {
  const Report r = paper_004::report_table_6_1();
  ASSERT_EQ(r.charts.size(), 2u);
  int found = 0;
  for (const web::Curve& c : r.charts[0].curves) {
    if (c.name == "S-vel, paper") {
      ++found;
      EXPECT_TRUE(c.dashed);
      EXPECT_EQ(c.x, (std::vector<double>{0.01, 0.001}));
      EXPECT_EQ(c.y, (std::vector<double>{.84e-3, .81e-5}));
    } else if (c.name == "S-vel") {
      ++found;
      EXPECT_FALSE(c.dashed);
      EXPECT_NEAR(c.y[0], .84e-3, .01e-3);
    }
  }
  EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace takt::reproduce
