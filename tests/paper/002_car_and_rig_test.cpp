// Table 3 and Figure 1 of 002 (Arnold, Fuchs, Fuehrer): the passenger car, and the axle on a test
// rig.
#include <gtest/gtest.h>

#include "apps/reproduce/paper_002/figure_1.hpp"
#include "apps/reproduce/paper_002/table_3.hpp"

namespace takt::reproduce::paper_002 {
namespace {

TEST(Paper002, Table3) {
  const std::string words[] = {"dense+on_demand", "grouped(pattern=estimated)+on_demand",
                               "dense+partitioned", "grouped+partitioned"};
  const auto n = count(car(15), words);
  for (const Counts& c : n) EXPECT_EQ(c.failed, 0);
  for (const std::size_t i : {2u, 3u})
    EXPECT_LE(n[i].jacobians.median, 0.55 * n[0].jacobians.median) << words[i];
  // Star topology: groups alone do not help.
  EXPECT_GE(n[1].calls.median, 0.95 * n[0].calls.median);
}

TEST(Paper002, Figure1) {
  const std::string words[] = {"dense+on_demand", "dense+partitioned", "dense+extended(b)"};
  for (const double frequency : {2.0, 8.0, 14.0}) {
    const auto n = count(rig(frequency, 5), words);
    for (const Counts& c : n) EXPECT_EQ(c.failed, 0) << frequency;
    EXPECT_LT(n[1].calls.median, n[0].calls.median) << frequency;
    EXPECT_LT(n[2].calls.median, n[0].calls.median) << frequency;
    EXPECT_LE(n[2].jacobians.median, n[1].jacobians.median) << frequency;
  }
}

}  // namespace
}  // namespace takt::reproduce::paper_002
