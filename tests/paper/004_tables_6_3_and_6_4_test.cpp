// Tables 6.3 and 6.4 of 004 (Ascher, Chin, Petzold, Reich 1994): drifts and numbers of steps with
// error control.
#include <gtest/gtest.h>

#include "apps/reproduce/paper_004/table_6_3.hpp"
#include "apps/reproduce/paper_004/table_6_4.hpp"
#include "apps/reproduce/printed_numbers.hpp"

namespace takt::reproduce::paper_004 {
namespace {

// Up to 10 s, before the motion becomes chaotic (ERRATA 004.8).
TEST(Paper004, Table63Shortened) {
  const auto rows = table_6_3_short();
  ASSERT_EQ(rows.size(), 4u);
  for (const Table63Short& r : rows) {
    EXPECT_GE(r.tries, 310) << r.stabilisation;
    EXPECT_LE(r.tries, 400) << r.stabilisation;
  }
  const Table63Short &baumgarte = rows[1], &once = rows[2], &twice = rows[3];
  ASSERT_EQ(baumgarte.stabilisation, "Baum(12,70)");
  ASSERT_EQ(once.stabilisation, "S-both");
  ASSERT_EQ(twice.stabilisation, "S-both²");
  EXPECT_GE(baumgarte.position, 3e-6);
  EXPECT_LE(baumgarte.position, 3e-5);
  EXPECT_GE(twice.velocity, 1e-8);
  EXPECT_LE(twice.velocity, 1e-6);
  EXPECT_GE(twice.position, 5e-12);
  EXPECT_LE(twice.position, 2e-9);
  EXPECT_GE(once.velocity, 20 * twice.velocity);
}

// Up to 100 s: only orders of magnitude, over a spread of first steps.
TEST(Paper004, Table63) {
  for (const Table63Row& r : table_6_3()) {
    const std::string row = std::string(r.stabilisation) + " " + std::to_string(r.omega);
    EXPECT_LE(r.tries.away(Printed{r.printed_tries}.value()), 3) << row;
    EXPECT_LE(r.position.away(Printed{r.printed_position}.value()), 3) << row;
    EXPECT_LE(r.velocity.away(Printed{r.printed_velocity}.value()), 3) << row;
  }
}

TEST(Paper004, Table64) {
  const auto rows = table_6_4();
  ASSERT_EQ(rows.size(), 4u);
  for (const Table64Row& r : rows) {
    EXPECT_GE(r.tries, 2650) << r.stabilisation;
    EXPECT_LE(r.tries, 3150) << r.stabilisation;
  }
  const double weak = rows[0].position / rows[1].position;
  const double strong = rows[0].position / rows[2].position;
  EXPECT_GE(weak, 2.0);
  EXPECT_LE(weak, 2.3);
  EXPECT_GE(strong, 70);
  EXPECT_LE(strong, 110);
  EXPECT_LE(rows[3].position, 1e-11);
  EXPECT_GT(rows[0].wrong, 0);  // "an error in their leading digit"
  EXPECT_GT(rows[1].wrong, 0);
  EXPECT_EQ(rows[2].wrong, 0);
  EXPECT_EQ(rows[3].wrong, 0);
}

}  // namespace
}  // namespace takt::reproduce::paper_004
