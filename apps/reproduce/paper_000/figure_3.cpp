#include "apps/reproduce/paper_000/figure_3.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_000 {
namespace {

constexpr double track_step = 1e-3, track_until = 10, track_every = 0.1;  // s

std::vector<double> distances(const char* method, std::vector<double>* t = nullptr) {
  Trace trace;
  simulate({"circular-track", method, track_step, track_until},
           {.every = track_every, .drift = false, .trace = &trace});
  if (t != nullptr) *t = trace.t;
  std::vector<double> d;
  for (const Vector& q : trace.q) d.push_back(q.norm() - 1);
  return d;
}

// The largest |x| in the first and in the second half of the run.
std::pair<double, double> halves(const std::vector<double>& x) {
  double most[2] = {0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    double& m = most[2 * i < x.size() ? 0 : 1];
    m = std::max(m, std::abs(x[i]));
  }
  return {most[0], most[1]};
}

}  // namespace

Figure3 figure_3() {
  Figure3 f;
  f.index1 = distances("index1+explicit_euler", &f.t);
  f.index2 = distances("index2+explicit_euler");
  f.projected = distances("index1+explicit_euler+one_step");
  return f;
}

Report report_figure_3() {
  const Figure3 f = figure_3();
  Writer w(
      "|q| - 1, started at rest, explicit Euler, h = 1 ms. The paper does not print its data; "
      "ours: m = 1, v_ref = 1, k_p = 10, k_i = 5, F_R = 10.");
  Table shown{"", {"t", "index 1", "index 2", "index 1 projected", "index 1 / index 2"}, {}};
  Table filed{"000-figure-3", {"t", "index1", "index2", "index1_projected"}, {}};
  for (std::size_t i = 0; i < f.t.size(); ++i) {
    filed.rows.push_back({csv(f.t[i]), csv(f.index1[i]), csv(f.index2[i]), csv(f.projected[i])});
    if (i > 0 && i % 10 == 0)
      shown.rows.push_back({rounded(f.t[i], 2), scientific(f.index1[i]), scientific(f.index2[i]),
                            scientific(f.projected[i]), rounded(f.index1[i] / f.index2[i], 4)});
  }
  w.table(shown);
  w.file(filed);
  const auto grown = [](const std::vector<double>& x) {
    const auto [early, late] = halves(x);
    return late / early;
  };
  w.check({"The distance diverges from 1 for the index-reduced methods without stabilisation.",
           "the second half drifts " + rounded(grown(f.index1), 3) + " (index 1) and " +
               rounded(grown(f.index2), 3) + " times (index 2) as far as the first.",
           grown(f.index1) > 1.5 && grown(f.index2) > 1.5, "index 1 and index 2 drift"});
  const double faster = f.index1.back() / f.index2.back();
  w.check({"Index 1 diverges faster than index 2 (from rest exactly twice as fast: ERRATA 000.9).",
           rounded(faster, 4) + " times as far at the end.", std::abs(faster - 2) <= 0.02,
           "index 1 drifts " + rounded(faster, 3) + " times as fast"});
  w.check({"With projection of u and q the distance stays 1.",
           "largest distance " + scientific(halves(f.projected).second) + ", " +
               rounded(grown(f.projected), 3) + " times that of the first half.",
           grown(f.projected) <= 1.01, "the projected one stays bounded"});
  return w.finish("Circular track");
}

}  // namespace takt::reproduce::paper_000
