// What experiments say must name who says so (apps/reproduce/report.hpp).
#include <gtest/gtest.h>

#include "apps/reproduce/catalogue.hpp"
#include "apps/reproduce/layout.hpp"

namespace takt::reproduce {
namespace {

TEST(Statements, NameTheirPlaceInThePaper) {
  for (const char* id : {"001-figure-2", "001-figure-3", "001-figure-4", "001-figure-6",
                         "002-figure-3", "002-figure-4", "004-figure-6.2", "004-table-6.2"}) {
    const Entry* entry = find(id);
    ASSERT_NE(entry, nullptr) << id;
    const Report report = entry->run();
    EXPECT_FALSE(report.checks.empty()) << id;
    for (const Check& c : report.checks) {
      EXPECT_EQ(c.from.by == Source::By::paper, !c.from.place.empty()) << id << ": " << c.statement;
      EXPECT_FALSE(c.brief.empty()) << id << ": " << c.statement;
      EXPECT_NE(report.text.find("[" + name(c.from) + "]"), std::string::npos) << id;
    }
  }
}

// The concluding sentence counts what the paper says apart from all else.
TEST(Statements, AreCountedBySource) {
  Writer w("A run.");
  w.check({said_in("section 1"), "One.", "1.", true, "one"});
  w.check({said_in("section 2"), "Two.", "2.", false, "two", "because"});
  w.check({by_us, "Three.", "3.", true, "three"});
  w.check({by_other_program, "Four.", "4.", true, "four"});
  w.check({against_regression, "Five.", "5.", true, "five"});
  const Report r = w.finish("Subject");
  EXPECT_FALSE(r.agrees);
  EXPECT_EQ(r.sentence,
            "Subject: 1 of 2 statements of the paper hold (one); not confirmed: two; the statement "
            "of ours holds (three); the value of another program holds (four); the limit against "
            "regressions holds (five).");
  EXPECT_NE(r.text.find("[section 2] Two."), std::string::npos);
  EXPECT_NE(r.text.find("why: because"), std::string::npos);
  EXPECT_NE(r.text.find("[another program] Four."), std::string::npos);
}

}  // namespace
}  // namespace takt::reproduce
