// Table 1 and Figures 3 to 5 of 002 (Arnold, Fuchs, Fuehrer): the train carriage.
#include <gtest/gtest.h>

#include <cmath>

#include "apps/reproduce/paper_002/figures_3_to_5.hpp"
#include "apps/reproduce/paper_002/table_1.hpp"

namespace takt::reproduce::paper_002 {
namespace {

constexpr int train_starts = 11, timed = 3;

std::vector<Counts> counted(const Campaign& c, std::initializer_list<std::string_view> jacobians) {
  std::vector<std::string> words;
  for (const std::string_view j : jacobians) words.emplace_back(j);
  auto counts = count(c, words);
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(counts[i].failed, 0) << words[i];
  return counts;
}

double part(const Spread& a, const Spread& b) { return a.median / b.median; }

TEST(Paper002, TrainStructure) {
  const TrainMatrix m = train_matrix(TrainFormalism::explicit_);
  EXPECT_EQ(m.structure->rows, 98);
  EXPECT_EQ(m.structure->cols, 98);
  EXPECT_EQ(m.structure->size(), 1620);
  EXPECT_EQ(m.groups.count(), 46);
  EXPECT_EQ(m.known.size(), 8u);
}

TEST(Paper002, TrainFigures) {
  for (const auto report : {report_figure_3, report_figure_4, report_figure_5}) {
    const Report r = report();
    EXPECT_TRUE(r.agrees) << r.text;
    ASSERT_EQ(r.tables.size(), 1u);
  }
  EXPECT_EQ(report_figure_3().tables[0].rows.size(), 1620u);
  EXPECT_EQ(report_figure_4().tables[0].rows.size(), 90u);  // all columns except those of eta
}

TEST(Paper002, Table1Calls) {
  const auto n = counted(train(TrainFormalism::explicit_, train_starts),
                         {standard, both, both_by_estimate, written_down});
  const double all = n[0].calls.median;
  EXPECT_LE(n[1].calls.median, 0.48 * all);
  EXPECT_LE(n[2].calls.median, 0.48 * all);
  const double each = residuals_per_written_jacobian(TrainFormalism::explicit_, expensive_force);
  EXPECT_GT(each, 1);
  EXPECT_LE(n[3].calls.median + each * n[3].jacobians.median, 0.32 * all);
  EXPECT_EQ(n[1].groups, 46);
  EXPECT_LE(n[2].groups, 46);
  EXPECT_GT(n[2].groups, 0);
  for (const Counts& c : n) {
    EXPECT_LT(c.drift, 1e-4);
    EXPECT_GT(c.drift, 0);
  }
  // "The differences between explicit multibody formalism and residual formalism are negligible."
  const auto residual = counted(train(TrainFormalism::residual, train_starts), {standard});
  EXPECT_NEAR(part(residual[0].calls, n[0].calls), 1, 0.10);
}

TEST(Paper002, FormalismsGiveTheSamePath) {
  const FormalismDifference d = formalism_difference();
  EXPECT_GT(d.between, 0);
  EXPECT_LT(d.between, 1e-3);  // ten times the tolerance
}

// F^0 is already computed, and the columns of eta are known (ERRATA 002.3).
TEST(Paper002, CallsOfOneJacobian) {
  const auto n = counted(train(TrainFormalism::explicit_, 1), {standard, "grouped+on_demand"});
  EXPECT_EQ(n[0].calls.median - n[0].corrector.median, 90 * n[0].jacobians.median);
  EXPECT_EQ(n[1].calls.median - n[1].corrector.median, 46 * n[1].jacobians.median);
}

TEST(Paper002, Table1Time) {
  const auto n =
      counted(expensive_train(TrainFormalism::explicit_, timed), {standard, both, written_down});
  EXPECT_LE(part(n[1].cpu, n[0].cpu), 0.50);
  EXPECT_LE(part(n[2].cpu, n[0].cpu), 0.36);
}

TEST(Paper002, Table1Steep) {
  const auto n = counted(steep_train(train_starts), {standard, both});
  EXPECT_LE(part(n[1].calls, n[0].calls), 0.65);
}

}  // namespace
}  // namespace takt::reproduce::paper_002
