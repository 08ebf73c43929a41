// Consistent partitions of columns into groups.                                     002 section 3.1
#include "takt/linear/column_groups.hpp"

#include <gtest/gtest.h>

#include <set>

#include "takt/linear/entries.hpp"

namespace takt::linear {
namespace {

using Entries = std::vector<std::pair<int, int>>;

void expect_consistent(const Pattern& p, const ColumnGroups& g) {
  std::set<std::pair<int, int>> taken;  // row, group
  each_entry(p, [&](int i, int j, int) {
    const int k = g.group[static_cast<std::size_t>(j)];
    if (k < 0) return;
    EXPECT_TRUE(taken.emplace(i, k).second) << "row " << i << " meets group " << k << " twice";
  });
  EXPECT_EQ(static_cast<std::size_t>(g.start.back()), g.column.size());
}

TEST(ColumnGroups, ExampleOfThePaper) {
  // Columns {1, 5}, {2, 4, 6} and {3} in (19); rows of the groups as the text says.
  const auto p = pattern_of(6, 6,
                            {{0, 0},
                             {1, 1},
                             {4, 1},
                             {5, 1},
                             {0, 3},
                             {3, 3},
                             {2, 5},
                             {0, 2},
                             {1, 2},
                             {2, 2},
                             {3, 2},
                             {4, 2},
                             {5, 2},
                             {2, 4},
                             {3, 0},
                             {4, 4}});
  const ColumnGroups g = group_columns(*p);
  expect_consistent(*p, g);
  EXPECT_EQ(g.count(), 3);
}

TEST(ColumnGroups, DiagonalIsOneGroupAndAFullMatrixHasOnePerColumn) {
  EXPECT_EQ(group_columns(*diagonal_pattern(12)).count(), 1);
  EXPECT_EQ(group_columns(*full_pattern(7, 7)).count(), 7);
  EXPECT_EQ(group_columns(*empty_pattern(0, 0)).count(), 0);
}

TEST(ColumnGroups, ColumnsLeftOutBelongToNone) {
  const int out[] = {1, 3};
  const ColumnGroups g = group_columns(*full_pattern(5, 5), out);
  EXPECT_EQ(g.count(), 3);
  EXPECT_EQ(g.group[1], -1);
  EXPECT_EQ(g.group[3], -1);
  EXPECT_EQ(g.column.size(), 3u);
}

// Car body 5, two bogies of 6 coupled to it, four wheelsets of 6 coupled to their bogie; two
// constraints per wheelset; y = (q, v, lambda, eta).                  002 section 4.1, ERRATA 002.10
SharedPattern train() {
  constexpr int nq = 41, ng = 8;
  struct Body {
    int first, count;
    std::vector<int> coupled;
  };
  const std::vector<Body> bodies = {
      {0, 5, {0, 1, 4}},     {5, 6, {1, 0, 2, 3}}, {11, 6, {2, 1}}, {17, 6, {3, 1}},
      {23, 6, {4, 0, 5, 6}}, {29, 6, {5, 4}},      {35, 6, {6, 4}},
  };
  Entries e;
  for (int i = 0; i < nq; ++i) {
    e.emplace_back(i, i);
    e.emplace_back(i, nq + i);
  }
  for (const Body& b : bodies)
    for (int i = b.first; i < b.first + b.count; ++i)
      for (int other : b.coupled) {
        const Body& o = bodies[static_cast<std::size_t>(other)];
        for (int j = o.first; j < o.first + o.count; ++j) {
          e.emplace_back(nq + i, j);
          e.emplace_back(nq + i, nq + j);
        }
      }
  int row = 0;
  for (int body : {2, 3, 5, 6})
    for (int side = 0; side < 2; ++side, ++row) {
      const Body& b = bodies[static_cast<std::size_t>(body)];
      for (int j = b.first; j < b.first + b.count; ++j) {
        e.emplace_back(j, 2 * nq + ng + row);  // G' eta
        e.emplace_back(nq + j, 2 * nq + row);  // G' lambda
        e.emplace_back(2 * nq + row, j);       // G v + gI
        e.emplace_back(2 * nq + row, nq + j);
        e.emplace_back(2 * nq + ng + row, j);  // g
      }
    }
  return pattern_of(2 * nq + 2 * ng, 2 * nq + 2 * ng, std::move(e));
}

TEST(ColumnGroups, TrainCarriageNeeds46) {
  const auto p = train();
  EXPECT_EQ(p->size(), 1620);
  const ColumnGroups g = group_columns(*p);
  expect_consistent(*p, g);
  EXPECT_EQ(g.count(), 46);
}

TEST(ColumnGroups, TrainCarriageWithEtaKnownStillNeeds46) {
  const auto p = train();
  const int eta[] = {90, 91, 92, 93, 94, 95, 96, 97};
  const ColumnGroups g = group_columns(*p, eta);
  expect_consistent(*p, g);
  EXPECT_EQ(g.count(), 46);
}

}  // namespace
}  // namespace takt::linear
