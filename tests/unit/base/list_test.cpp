#include "takt/base/list.hpp"

#include <gtest/gtest.h>

#include <array>

namespace takt {
namespace {

TEST(List, IsNumberedBySignedIndices) {
  List<double> x(3, 0.5);
  const int i = 1;
  const long k = 2;
  x[i] = 4;
  x[k] += 1;
  EXPECT_EQ(x[0], 0.5);
  EXPECT_EQ(x[1], 4);
  EXPECT_EQ(x[2], 1.5);
  EXPECT_EQ(x.count(), 3);
}

TEST(List, IsFilledInEveryWayOfAVector) {
  EXPECT_EQ(List<int>(4).size(), 4U);
  EXPECT_EQ((List<int>{4, 1}).size(), 2U);
  EXPECT_EQ((List<int>(4, 1)).size(), 4U);
  const std::array<int, 3> a{1, 2, 3};
  EXPECT_EQ((List<int>(a.begin(), a.end()))[2], 3);
  List<int> x = std::vector<int>{7};
  x.resize(2);
  EXPECT_EQ(x, (std::vector<int>{7, 0}));
  x.resize(3, 5);
  EXPECT_EQ(x, (std::vector<int>{7, 0, 5}));
  x.assign(2, 9);
  EXPECT_EQ(x, (std::vector<int>{9, 9}));
  x.assign(a.begin(), a.end());
  EXPECT_EQ(x.back(), 3);
}

TEST(List, HoldsTruthValues) {
  List<bool> x(2, false);
  x[1] = true;
  const List<bool>& y = x;
  EXPECT_FALSE(y[0]);
  EXPECT_TRUE(y[1]);
}

#ifndef NDEBUG
TEST(ListDeathTest, ChecksItsIndicesInDebugBuilds) {
  List<int> x(2);
  EXPECT_DEATH(x[2] = 1, "");
  EXPECT_DEATH(x[-1] = 1, "");
}
#endif

}  // namespace
}  // namespace takt
