// Sensitivities of functions whose indices are known.
#include "study/report/sensitivity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "study/design/case_table.hpp"
#include "study/file/read_study.hpp"
#include "takt/base/text.hpp"

namespace takt::study {
namespace {

// sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 on [-pi, pi]^3.                            Ishigami, Homma 1990
std::vector<double> ishigami(int count) {
  const Study s = read_study(
      "study: 1\nmodel: linear-oscillator\nmetrics: {l: {final: q.x}}\nparameters: {a: "
      "{uniform: [-1, 1]}, b: {uniform: [-1, 1]}, q.x: {uniform: [-1, 1]}}\nsamples: "
      "{design: sensitivity, count: " +
          std::to_string(count) + "}\n",
      "i.yaml");
  const CaseTable table(s);
  std::vector<double> f;
  for (std::int64_t i = 0; i < table.count(); ++i) {
    double x[3] = {};
    const std::vector<std::string> cells = table.cells(table.at(i));
    for (int k = 0; k < 3; ++k) parse_number(cells[static_cast<std::size_t>(k)], x[k]);
    for (double& one : x) one *= std::numbers::pi;
    f.push_back(std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) +
                0.1 * std::pow(x[2], 4) * std::sin(x[0]));
  }
  return f;
}

TEST(Sensitivity, HasTheIndicesOfIshigami) {
  std::int64_t used = 0;
  const auto all = sobol_indices(ishigami(1024), 3, 1, used);
  EXPECT_EQ(used, 1024);
  ASSERT_EQ(all.size(), 3);
  const double first[] = {0.3139, 0.4424, 0}, total[] = {0.5576, 0.4424, 0.2437};
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(all[k].first.value, first[k], 0.03) << k;
    EXPECT_NEAR(all[k].total.value, total[k], 0.03) << k;
    EXPECT_LT(all[k].first.low, first[k] + 0.01);
    EXPECT_GT(all[k].first.high, first[k] - 0.01);
    EXPECT_LT(all[k].total.high - all[k].total.low, 0.25);
    EXPECT_GT(all[k].total.high - all[k].total.low, 0.01);
  }
}

TEST(Sensitivity, LeavesOutBlocksThatFailed) {
  std::vector<double> f = ishigami(256);
  const auto whole = [&] {
    std::int64_t used = 0;
    return sobol_indices(f, 3, 1, used);
  }();
  f[5 * 7 + 3] = std::nan("");
  std::int64_t used = 0;
  const auto part = sobol_indices(f, 3, 1, used);
  EXPECT_EQ(used, 255);
  EXPECT_NEAR(part[0].first.value, whole[0].first.value, 0.05);
  f.assign(f.size(), 2.0);  // nothing varies
  EXPECT_TRUE(sobol_indices(f, 3, 1, used).empty());
}

TEST(Sensitivity, RankCorrelation) {
  std::vector<double> x, up, down, none;
  for (int i = 0; i < 100; ++i) {
    x.push_back(i);
    up.push_back(std::exp(i / 10.0));
    down.push_back(-std::pow(i, 3));
    none.push_back((i * 37) % 100);
  }
  EXPECT_NEAR(rank_correlation(x, up).value, 1, 1e-12);
  EXPECT_NEAR(rank_correlation(x, down).value, -1, 1e-12);
  const Interval no = rank_correlation(x, none);
  EXPECT_LT(no.low, 0);
  EXPECT_GT(no.high, 0);
  EXPECT_TRUE(std::isnan(rank_correlation(x, std::vector<double>(100, 1.0)).value));
}

}  // namespace
}  // namespace takt::study
