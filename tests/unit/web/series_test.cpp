// Thinning of rows: memory stays bounded, and no extreme of any column is lost.
#include "web/page/series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "web/page/frames.hpp"

namespace takt::web {
namespace {

using Table = std::vector<std::vector<double>>;  // row by row

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Table noise(std::size_t rows, std::size_t columns, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Table table;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> row{1e-3 * static_cast<double>(i)};
    while (row.size() < columns) row.push_back(normal(random));
    table.push_back(std::move(row));
  }
  return table;
}

Series thinned(const Table& table, std::size_t most) {
  Series series(table.front().size(), most);
  for (const auto& row : table) series.add(row);
  return series;
}

std::pair<double, double> extremes(const std::vector<double>& values) {
  double low = nan, high = nan;
  for (const double x : values) {
    low = std::fmin(low, x);
    high = std::fmax(high, x);
  }
  return {low, high};
}

std::vector<double> column(const Table& table, std::size_t k) {
  std::vector<double> values;
  for (const auto& row : table) values.push_back(row[k]);
  return values;
}

TEST(Series, KeepsAllRowsUpToItsLimit) {
  for (const std::size_t rows : {1u, 7u, 63u, 64u}) {
    const Table table = noise(rows, 3, 1);
    const Series s = thinned(table, 64);
    EXPECT_FALSE(s.thinned());
    ASSERT_EQ(s.rows(), rows);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(s.column(k), column(table, k));
  }
}

TEST(Series, LosesNoExtremeAndStaysWithinItsLimit) {
  for (const std::size_t rows : {65u, 66u, 100u, 128u, 129u, 1000u, 4097u, 20011u}) {
    const Table table = noise(rows, 4, static_cast<unsigned>(rows));
    const Series s = thinned(table, 64);
    EXPECT_TRUE(s.thinned());
    EXPECT_EQ(s.seen(), static_cast<std::int64_t>(rows));
    EXPECT_LE(s.rows(), 64u);
    EXPECT_GT(s.rows(), 31u) << rows;
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_EQ(extremes(s.column(k)), extremes(column(table, k))) << rows << " rows, column " << k;
    const std::vector<double> t = s.column(0);
    EXPECT_TRUE(std::is_sorted(t.begin(), t.end()));
    EXPECT_EQ(t.front(), 0);
    EXPECT_EQ(t.back(), table.back()[0]);
  }
}

// Wherever it is, a spike of one row is there, in its interval of time.
TEST(Series, KeepsASpikeAtAnyPlace) {
  constexpr std::size_t rows = 333;
  for (std::size_t at = 0; at < rows; ++at)
    for (const double spike : {1.0, -1.0}) {
      Series s(2, 16);
      for (std::size_t i = 0; i < rows; ++i) {
        const double row[] = {static_cast<double>(i), i == at ? spike : 0};
        s.add(row);
      }
      const std::vector<double> t = s.column(0), x = s.column(1);
      const auto found = std::find(x.begin(), x.end(), spike);
      ASSERT_NE(found, x.end()) << at;
      const auto k = static_cast<std::size_t>(found - x.begin());
      const double width = t[2] - t[0];
      EXPECT_LE(std::abs(t[k] - static_cast<double>(at)), width) << at;
    }
}

// A falling interval falls, a rising one rises.
TEST(Series, KeepsTheOrderOfExtremes) {
  Series s(2, 8);
  for (int i = 0; i < 64; ++i) {
    const double row[] = {double(i), i < 32 ? double(-i) : double(i)};
    s.add(row);
  }
  const std::vector<double> x = s.column(1);
  ASSERT_EQ(x.size(), 8u);
  EXPECT_EQ(x, (std::vector<double>{0, -15, -16, -31, 32, 47, 48, 63}));
}

TEST(Series, IgnoresNaNBesideNumbersAndKeepsItAlone) {
  Series s(3, 8);
  for (int i = 0; i < 256; ++i) {
    const double row[] = {double(i), i % 3 == 0 ? nan : double(i % 7), i < 128 ? nan : 1.0};
    s.add(row);
  }
  for (const double x : s.column(1)) EXPECT_TRUE(std::isfinite(x));
  EXPECT_EQ(extremes(s.column(1)), std::pair(0.0, 6.0));
  const std::vector<double> half = s.column(2);
  EXPECT_TRUE(std::isnan(half.front()));
  EXPECT_EQ(half.back(), 1.0);
}

TEST(Frames, AreExactRowsFirstAndLastAmongThem) {
  for (const std::size_t rows : {1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 1000u, 1025u, 9999u}) {
    const Table table = noise(rows, 3, static_cast<unsigned>(rows));
    Frames f(3, 16);
    for (const auto& row : table) {
      f.add(row);
      EXPECT_EQ(f.column(1).back(), row[1]);  // whenever the run ends, its last row is there
      ASSERT_LE(f.rows(), 16u);
    }
    const std::vector<double> t = f.column(0);
    EXPECT_EQ(t.front(), 0);
    if (rows > 32) {
      EXPECT_GE(t.size(), 8u);
    }
    for (std::size_t i = 0; i < t.size(); ++i) {
      const auto index = static_cast<std::size_t>(std::llround(t[i] * 1e3));
      ASSERT_LT(index, rows);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(f.column(k)[i], table[index][k]);
    }
    for (std::size_t i = 2; i + 1 < t.size(); ++i)  // evenly spaced but for the last
      EXPECT_NEAR(t[i] - t[i - 1], t[1] - t[0], 1e-9);
  }
}

}  // namespace
}  // namespace takt::web
