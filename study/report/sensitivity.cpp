#include "study/report/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "study/design/random.hpp"

namespace takt::study {
namespace {

constexpr std::int64_t least_blocks = 8;
constexpr std::size_t replicates = 400;

struct Indices {
  double first = 0, total = 0;
};

// Of parameter k over the given blocks. The mean is taken out first: it changes S_k by round-off only in theory,
// but its error in practice.
Indices indices_of(std::span<const double> f, std::size_t size, std::span<const std::size_t> blocks,
                   std::size_t k) {
  double mean = 0;
  for (const std::size_t b : blocks) mean += f[b * size] + f[b * size + 1];
  mean /= 2 * static_cast<double>(blocks.size());
  double variance = 0, first = 0, total = 0;
  for (const std::size_t b : blocks) {
    const double a = f[b * size] - mean, other = f[b * size + 1] - mean;
    const double mixed = f[b * size + 2 + k] - mean;
    variance += 0.5 * (a * a + other * other);
    first += other * (mixed - a);
    total += 0.5 * (a - mixed) * (a - mixed);
  }
  return {first / variance, total / variance};
}

Interval with_interval(double value, std::vector<double>& again) {
  std::sort(again.begin(), again.end());
  const auto at = [&](double share) {
    return again[static_cast<std::size_t>(share * static_cast<double>(again.size() - 1))];
  };
  return {value, at(0.025), at(0.975)};
}

// Ranks from 1; equal values share their mean rank.
std::vector<double> ranks_of(const std::vector<double>& x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  std::vector<double> rank(x.size());
  for (std::size_t i = 0, j = 0; i < order.size(); i = j) {
    while (j < order.size() && x[order[j]] == x[order[i]]) ++j;
    for (std::size_t k = i; k < j; ++k) rank[order[k]] = 0.5 * static_cast<double>(i + j + 1);
  }
  return rank;
}

}  // namespace

std::vector<Sensitivity> sobol_indices(std::span<const double> f, int parameters, std::uint64_t seed,
                                       std::int64_t& used) {
  const std::size_t size = static_cast<std::size_t>(parameters) + 2;
  std::vector<std::size_t> blocks;
  for (std::size_t b = 0; (b + 1) * size <= f.size(); ++b) {
    const auto values = f.subspan(b * size, size);
    if (std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
      blocks.push_back(b);
  }
  used = static_cast<std::int64_t>(blocks.size());
  if (used < least_blocks) return {};
  const auto same = [&](std::size_t b) { return f[b * size] == f[blocks[0] * size]; };
  if (std::all_of(blocks.begin(), blocks.end(), same)) return {};
  std::vector<Sensitivity> all(static_cast<std::size_t>(parameters));
  std::vector<std::size_t> drawn(blocks.size());
  std::vector<std::vector<double>> first(all.size()), total(all.size());
  for (std::size_t r = 0; r < replicates; ++r) {
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const double u = random_number(seed, Stream::resampling, i, static_cast<std::uint32_t>(r));
      drawn[i] = blocks[static_cast<std::size_t>(u * static_cast<double>(blocks.size()))];
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Indices one = indices_of(f, size, drawn, k);
      first[k].push_back(one.first);
      total[k].push_back(one.total);
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Indices one = indices_of(f, size, blocks, k);
    all[k] = {with_interval(one.first, first[k]), with_interval(one.total, total[k])};
  }
  return all;
}

Interval rank_correlation(std::span<const double> x, std::span<const double> y) {
  std::vector<double> a, b;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::isfinite(x[i]) && std::isfinite(y[i])) a.push_back(x[i]), b.push_back(y[i]);
  const double none = std::nan("");
  if (a.size() < 8) return {none, none, none};
  const std::vector<double> p = ranks_of(a), q = ranks_of(b);
  const double mean = 0.5 * static_cast<double>(a.size() + 1);
  double pp = 0, qq = 0, pq = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    pp += (p[i] - mean) * (p[i] - mean);
    qq += (q[i] - mean) * (q[i] - mean);
    pq += (p[i] - mean) * (q[i] - mean);
  }
  if (!(pp > 0) || !(qq > 0)) return {none, none, none};
  const double r = std::clamp(pq / std::sqrt(pp * qq), -1.0, 1.0);
  // Of ranks, z has the variance 1.06 / (n - 3): Fieller, Hartley, Pearson, Biometrika 44 (1957).
  const double width = 1.959964 * std::sqrt(1.06 / static_cast<double>(a.size() - 3));
  const double z = std::atanh(std::clamp(r, -1 + 1e-15, 1 - 1e-15));
  return {r, std::tanh(z - width), std::tanh(z + width)};
}

}  // namespace takt::study
