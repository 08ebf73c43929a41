// Every entry of Tables 6.1 and 6.2 of 004 (Ascher, Chin, Petzold, Reich 1994), compared with its
// printed digits widened by 5 %.
#include <gtest/gtest.h>

#include "apps/reproduce/paper_004/table_6_1.hpp"
#include "apps/reproduce/paper_004/table_6_2.hpp"

namespace takt::reproduce::paper_004 {
namespace {

void expect_printed(const std::vector<DriftRow>& rows) {
  ASSERT_EQ(rows.size(), 14u);
  int blown = 0;
  for (const DriftRow& r : rows) {
    EXPECT_TRUE(r.velocity_agrees())
        << r.printed.step << " " << r.printed.stabilisation << " velocity " << r.velocity
        << ", printed " << r.printed.velocity;
    EXPECT_TRUE(r.position_agrees())
        << r.printed.step << " " << r.printed.stabilisation << " position " << r.position
        << ", printed " << r.printed.position;
    blown += r.blew_up ? 1 : 0;
  }
  EXPECT_EQ(blown, 1);
}

TEST(Paper004, Table61) { expect_printed(table_6_1()); }
TEST(Paper004, Table62) { expect_printed(table_6_2()); }

TEST(Printed, KnowsItsRounding) {
  EXPECT_DOUBLE_EQ(Printed{".33e-2"}.value(), 3.3e-3);
  EXPECT_NEAR(Printed{".33e-2"}.unit(), 1e-4, 1e-12);
  EXPECT_NEAR(Printed{"1.38"}.unit(), 1e-2, 1e-12);
  EXPECT_DOUBLE_EQ(Printed{"10864"}.unit(), 1);
  EXPECT_TRUE(Printed{".33e-2"}.matches(3.35e-3, false, 0));
  EXPECT_FALSE(Printed{".33e-2"}.matches(3.36e-3, false, 0));
  EXPECT_FALSE(Printed{".33e-2"}.matches(3.3e-3, true));
  EXPECT_TRUE(Printed{"*"}.matches(0, true));
  EXPECT_FALSE(Printed{"*"}.matches(1, false));
  EXPECT_TRUE(Printed{".36e-14"}.matches(9e-14, false));
  EXPECT_FALSE(Printed{".36e-14"}.matches(2e-13, false));
}

}  // namespace
}  // namespace takt::reproduce::paper_004
