// Random numbers, sequences, distributions and the table of cases.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "study/design/case_table.hpp"
#include "study/design/random.hpp"
#include "study/design/sobol.hpp"
#include "study/file/read_study.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::study {
namespace {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::uint64_t key) {
  return random_bits(key, static_cast<Stream>(counter[3]),
                     std::uint64_t{counter[1]} << 32 | counter[0], counter[2]);
}

// The known answers of the library Random123 (kat_vectors, philox4x32 10).
TEST(Random, IsPhilox) {
  using Four = std::array<std::uint32_t, 4>;
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({0, 0, 0, 0}, 0), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({ones, ones, ones, ones}, ~std::uint64_t{0}),
            (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, StaysInsideOfTheInterval) {
  EXPECT_GT(open_interval(0), 0);
  EXPECT_LT(open_interval(~std::uint64_t{0}), 1);
}

TEST(Random, PermutesEveryCount) {
  for (const std::uint64_t count : {1u, 2u, 3u, 7u, 64u, 100u, 1000u}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(permuted(i, count, 5, 1));
    EXPECT_EQ(seen.size(), count);
    EXPECT_LT(*seen.rbegin(), count);
  }
  int fixed = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) fixed += permuted(i, 1000, 5, 1) == i ? 1 : 0;
  EXPECT_LT(fixed, 10);  // one is expected
}

// The first points in the order of the Gray code, as other programs with the same table print them.
TEST(Sobol, HasThePublishedPoints) {
  const double points[8][3] = {{0, 0, 0},
                               {0.5, 0.5, 0.5},
                               {0.75, 0.25, 0.25},
                               {0.25, 0.75, 0.75},
                               {0.375, 0.375, 0.625},
                               {0.875, 0.875, 0.125},
                               {0.625, 0.125, 0.875},
                               {0.125, 0.625, 0.375}};
  for (std::uint64_t n = 0; n < 8; ++n)
    for (int d = 0; d < 3; ++d)
      EXPECT_EQ(sobol_bits(n ^ (n >> 1), d) * 0x1p-32, points[n][d]) << n << ' ' << d;
}

// Dimension 4 of the table: degree 3, a = 1, m = 1, 3, 1. So m_4 = 4 m_2 ^ 8 m_1 ^ m_1 = 12 ^ 8 ^ 1 = 5, and
// m_5 = 4 m_3 ^ 8 m_2 ^ m_2 = 4 ^ 24 ^ 3 = 31: by hand.
TEST(Sobol, FollowsTheRecurrence) {
  EXPECT_EQ(sobol_bits(8, 3) * 0x1p-32, 5.0 / 16);
  EXPECT_EQ(sobol_bits(16, 3) * 0x1p-32, 31.0 / 32);
}

TEST(Sobol, FillsEveryDimensionEvenlyWhateverTheShift) {
  for (int d = 0; d < most_sobol_dimensions; ++d) {
    std::set<int> cells;
    for (std::uint64_t n = 0; n < 256; ++n)
      cells.insert(static_cast<int>(256 * sobol_number(n, d, 99)));
    EXPECT_EQ(cells.size(), 256) << d;
  }
}

TEST(Distribution, NormalQuantileInvertsTheDistributionFunction) {
  for (double x = -8; x <= 5; x += 0.25)
    EXPECT_NEAR(normal_quantile(normal_share(x)), x, 1e-9) << x;
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
}

TEST(Distribution, TolerancesKeepTheirBoundsAndSpread) {
  Parameter p;
  p.spread = Spread::tolerance;
  p.first = 10;
  p.second = 0.3;
  double sum = 0, squares = 0, most = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double x = p.value_at(random_number(1, Stream::monte_carlo, i, 0)) - 10;
    sum += x;
    squares += x * x;
    most = std::max(most, std::abs(x));
  }
  EXPECT_LE(most, 0.3);
  EXPECT_GT(most, 0.25);
  EXPECT_NEAR(sum / count, 0, 0.003);
  // Cut off at three deviations, a normal distribution has 0.9866 of its deviation.
  EXPECT_NEAR(std::sqrt(squares / count), 0.09866, 0.002);
}

constexpr const char* two_axes = R"(study: 1
model: linear-oscillator
seed: 3
parameters:
  a: {grid: [1, 3, 3]}
  q.x: {uniform: [-1, 1]}
  b: [0.1, 0.2]
samples: {count: 8, design: latin_hypercube}
methods: [ode+rk4, ode+heun]
steps: [1 ms, 2 ms]
metrics: {last: {final: q.x}}
)";

TEST(CaseTable, HasEveryCombinationOnce) {
  const Study s = read_study(two_axes, "two.yaml");
  const CaseTable table(s);
  EXPECT_EQ(table.count(), 8 * 3 * 2 * 2 * 2);
  EXPECT_EQ(table.columns(), (std::vector<std::string>{"a", "q.x", "b", "method", "step"}));
  std::set<std::vector<std::string>> seen;
  std::set<int> strata;
  for (std::int64_t i = 0; i < table.count(); ++i) {
    const std::vector<std::string> cells = table.cells(table.at(i));
    seen.insert(cells);
    double x = 0;
    ASSERT_TRUE(parse_number(cells[1], x));
    strata.insert(static_cast<int>(std::floor((x + 1) * 4)));
  }
  EXPECT_EQ(static_cast<std::int64_t>(seen.size()), table.count());
  EXPECT_EQ(strata.size(), 8);  // one sample in each eighth
  const Case last = table.at(table.count() - 1);
  EXPECT_EQ(last.set.front(), "a=3");
  EXPECT_EQ(last.set.back(), "b=0.2");
  EXPECT_EQ(last.method, "ode+heun");
  EXPECT_EQ(last.step, 0.002);
}

// The blocks of a sensitivity study: A, B, and A with one column of B.
TEST(CaseTable, ExchangesColumnsForSensitivity) {
  const Study s = read_study(R"(study: 1
model: linear-oscillator
parameters: {a: {uniform: [0, 1]}, b: {uniform: [0, 1]}}
samples: {count: 4, design: sensitivity}
metrics: {last: {final: q.x}}
)",
                             "s.yaml");
  const CaseTable table(s);
  ASSERT_EQ(table.count(), 16);
  for (std::int64_t block = 0; block < 4; ++block) {
    const auto cell = [&](int place, int column) {
      return table.cells(table.at(4 * block + place))[static_cast<std::size_t>(column)];
    };
    EXPECT_NE(cell(0, 0), cell(1, 0));
    EXPECT_EQ(cell(2, 0), cell(1, 0));
    EXPECT_EQ(cell(2, 1), cell(0, 1));
    EXPECT_EQ(cell(3, 0), cell(0, 0));
    EXPECT_EQ(cell(3, 1), cell(1, 1));
  }
}

TEST(CaseTable, RefusesTooManyCasesWithTheirNumber) {
  const Study s = read_study(R"(study: 1
model: linear-oscillator
parameters: {a: {grid: [1, 2, 100000]}, b: {grid: [1, 2, 10000]}}
metrics: {last: {final: q.x}}
)",
                             "many.yaml");
  try {
    CaseTable{s};
    FAIL() << "not refused";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "the study has 1 000 000 000 cases, at most 10 000 000 are allowed");
  }
}

Metric metric(Measure measure) {
  Metric m;
  m.measure = measure;
  return m;
}

// Of x = t over [0, 2] with uneven samples, and of a triangle.
TEST(Metric, IsExactForStraightLines) {
  const double times[] = {0, 0.1, 0.7, 1.1, 2};
  const auto of_t = [&](Metric m) {
    Accumulator a(m);
    for (const double t : times) a.take(t, t);
    return a.value();
  };
  EXPECT_EQ(of_t(metric(Measure::max)), 2);
  EXPECT_EQ(of_t(metric(Measure::min)), 0);
  EXPECT_EQ(of_t(metric(Measure::range)), 2);
  EXPECT_EQ(of_t(metric(Measure::final)), 2);
  EXPECT_NEAR(of_t(metric(Measure::mean)), 1, 1e-15);
  EXPECT_NEAR(of_t(metric(Measure::rms)), std::sqrt(4.0 / 3), 1e-15);
  Metric above = metric(Measure::time_above);
  above.limit = 0.9;  // between two samples
  EXPECT_NEAR(of_t(above), 1.1, 1e-15);
  Metric late = metric(Measure::mean);
  late.from = 0.7;
  EXPECT_NEAR(of_t(late), 1.35, 1e-15);
  Metric nothing = metric(Measure::max);
  nothing.from = 3;
  EXPECT_TRUE(std::isnan(of_t(nothing)));
}

TEST(Metric, PercentileCountsTime) {
  Metric m = metric(Measure::percentile);
  m.share = 0.9;
  Accumulator a(m);
  // 1 for 98 % of the time, 100 in many samples close to each other.
  a.take(0, 1);
  a.take(0.98, 1);
  for (int k = 0; k < 100; ++k) a.take(0.98 + 0.0002 * (k + 1), 100);
  EXPECT_EQ(a.value(), 1);
}

struct Hostile {
  const char *lines, *what;
};

TEST(StudyFile, SaysWhatIsWrongAndWhere) {
  const Hostile all[] = {
      {"parameterz: {a: [1]}\n", "unknown key 'parameterz'"},
      {"parameters: {a: {uniform: [2, 1]}}\nsamples: {count: 4}\n", "no number is between 2 and 1"},
      {"parameters: {a: {normal: [1, 0]}}\nsamples: {count: 4}\n",
       "a deviation of 0 is not positive"},
      {"parameters: {a: {normal: [1, 0.1], least: 9}}\nsamples: {count: 4}\n",
       "hardly any number of this distribution is between 'least' and 'most'"},
      {"parameters: {a: {tolerance: [1 mm, 2 kg]}}\nsamples: {count: 4}\n",
       "'1 mm' and '2 kg' have different dimensions"},
      {"parameters: {a: {uniform: [1, 2], list: [1]}}\n",
       "more than one of the keys list, grid, uniform, normal, tolerance is given"},
      {"parameters: {a: {uniform: [1, 2]}}\n",
       "the values of 'a' are random, but there is no `samples`"},
      {"parameters: {a: [1]}\nsamples: {count: 4}\n", "no parameter is random"},
      {"parameters: {a: {uniform: [1, 2]}}\nsamples: {count: 100, design: sobol}\n",
       "'count' is 100, not a power of two"},
      {"parameters: {a: []}\n", "the list is empty"},
      {"methods: [ode+rk5]\n", "unknown integrator 'rk5'\n  ode+rk5\n      ^"},
      {"steps: [0 s]\n", "'steps' is not positive"},
      {"inputs: nowhere.csv\n", "there is no file 'nowhere.csv'"},
      {"keep: {signals: [q.x], result: [1]}\n", "unknown key 'result'"},
  };
  for (const Hostile& h : all) {
    const std::string text = "study: 1\nmodel: linear-oscillator\nmetrics: {last: {final: q.x}}\n" +
                             std::string(h.lines);
    try {
      read_study(text, "x.yaml");
      ADD_FAILURE() << h.lines << " is not refused";
    } catch (const Error& e) {
      EXPECT_STREQ(e.what(), h.what);
      EXPECT_TRUE(e.where.starts_with("x.yaml:4:") || e.where.starts_with("x.yaml:5:")) << e.where;
      EXPECT_FALSE(e.hint.empty());
    }
  }
}

TEST(StudyFile, RefusesMetricsThatCannotBe) {
  const Hostile all[] = {
      {"m: {maximum: q.x}", "unknown key 'maximum'"},
      {"m: {max: q.x, min: q.x}",
       "more than one of the keys max, min, range, final, mean, rms, percentile, time_above, "
       "drift, count, "
       "formula is given"},
      {"m: {max: 'q.x +'}", "in 'q.x +', character 6: an operand is missing"},
      {"m: {count: steps_}", "'count' cannot be 'steps_'"},
      {"m: {drift: place}", "'drift' cannot be 'place'"},
      {"m: {formula: later}", "in 'later', character 1: unknown name 'later'"},
      {"m: {percentile: q.x, share: 95}", "'share' is not between 0 and 1"},
      {"m: {max: q.x, from: 2, to: 1}", "'to' is not after 'from'"},
      {"t_end: {max: q.x}", "the table of a study has a column 't_end' already"},
  };
  for (const Hostile& h : all) {
    try {
      read_study("study: 1\nmodel: linear-oscillator\nmetrics: {" + std::string(h.lines) + "}\n",
                 "x.yaml");
      ADD_FAILURE() << h.lines << " is not refused";
    } catch (const Error& e) {
      EXPECT_STREQ(e.what(), h.what);
      EXPECT_TRUE(e.where.starts_with("x.yaml:3:")) << e.where;
    }
  }
}

TEST(StudyFile, TellsAModelFromAStudy) {
  EXPECT_THROW(read_study("takt: 1\nbodies: {}\n", "m.yaml"), Error);
}

}  // namespace
}  // namespace takt::study
