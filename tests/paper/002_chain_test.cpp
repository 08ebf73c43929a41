// Table 2 and Figure 7 of 002 (Arnold, Fuchs, Fuehrer): the chain of pendulums.
#include <gtest/gtest.h>

#include <algorithm>

#include "apps/reproduce/paper_002/figure_7.hpp"
#include "apps/reproduce/paper_002/table_2.hpp"

namespace takt::reproduce::paper_002 {
namespace {

constexpr int starts = 15;

// Single runs scatter (ERRATA 002.7): medians are compared.
TEST(Paper002, Table2) {
  const std::string words[] = {"dense+on_demand", "dense+partitioned", "dense+extended(a)",
                               "dense+extended(b)"};
  for (const int pendulums : {12, 14}) {
    const auto counts = count(chain(pendulums, starts), words);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::string row = words[i] + " " + std::to_string(pendulums);
      const double made = counts[i].jacobians.median;
      EXPECT_EQ(counts[i].failed, 0) << row;
      EXPECT_GE(made, i == 0 ? 40 : 1) << row;
      EXPECT_LE(made, i == 0 ? 110 : i < 3 ? 10 : 3) << row;
      if (i == 0)
        EXPECT_EQ(counts[i].updates.most, 0) << row;
      else
        EXPECT_GT(counts[i].updates.least, 0) << row;
    }
  }
}

TEST(Paper002, Table2StronglyExcited) {  // ERRATA 002.8
  const auto rows = table_2_strong(starts);
  ASSERT_EQ(rows.size(), 4u);
  for (const Table2Row& r : rows) EXPECT_EQ(r.ours.failed, 0) << r.jacobian;
  ASSERT_EQ(rows[0].jacobian, "dense+on_demand");
  ASSERT_EQ(rows[1].jacobian, "dense+partitioned");
  ASSERT_EQ(rows[3].jacobian, "dense+extended(b)");
  EXPECT_LE(rows[3].ours.calls.median, 0.60 * rows[0].ours.calls.median);
  EXPECT_LT(rows[3].ours.jacobians.median, rows[1].ours.jacobians.median);
}

TEST(Paper002, Figure7) {
  const Figure7 f = figure_7();
  EXPECT_TRUE(f.standard.finished);
  EXPECT_TRUE(f.extended.finished);
  EXPECT_TRUE(f.standard.updates.empty());
  EXPECT_FALSE(f.extended.updates.empty());
  for (const auto* times :
       {&f.standard.differences, &f.extended.differences, &f.extended.updates}) {
    ASSERT_FALSE(times->empty());
    EXPECT_TRUE(std::is_sorted(times->begin(), times->end()));
    EXPECT_LE(times->back(), 200);
  }
}

}  // namespace
}  // namespace takt::reproduce::paper_002
