// Measures how the time of a BDF step grows with the size of the mechanism: `exponent` is the slope
// of CPU time per step over N, by least squares in the logarithm. The set-up is not included, the
// first Jacobian of a run is.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>

#include "bench/limits.hpp"
#include "bench/measure.hpp"

namespace takt::bench {
namespace {

constexpr int sizes[] = {16, 64, 256, 1024, 4096};
constexpr double steepest = 1.15;

struct Growing {
  const char *name, *model, *method;
  double until;          // s
  int most_steps;        // a longer run is cut
  const char* set = "";  // in addition to N
};

const Growing rows[] = {
    {"chain-estimated", "pendulum-chain",
     "ode+bdf(rtol=1e-4,atol=1e-6,h0=0.2)+grouped(pattern=estimated)+partitioned", 200, 20000},
    {"chain-natural", "chain",
     "natural:ggl(formalism=residual)+bdf(rtol=1e-4,atol=1e-6)+analytic+partitioned", 2, 2000},
    {"tree-joint", "tree",
     "joint:ode(formalism=residual)+bdf(rtol=1e-4,atol=1e-6)+analytic+partitioned", 2, 2000,
     "wide=8"},
};

// Processor time per step in s.
double step_time(const Growing& g, int N) {
  std::vector<std::string> set = {"N=" + std::to_string(N)};
  if (*g.set != 0) set.emplace_back(g.set);
  const Opened opened({g.model, g.method, 1e-3, g.until, set});
  if (counting()) {
    Engine s = opened.make();
    run_to_the_end(std::to_string(N) + " " + opened.name(), s);
    return 1;
  }
  double best = 1e300;
  for (int repetition = 0; repetition < (N > 512 ? 1 : 3); ++repetition) {
    Engine s = opened.make();
    const double begin = cpu_now();
    int steps = 0;
    while (!s.done() && steps < g.most_steps) {
      if (s.step().status != Status::ok) return -1;
      ++steps;
    }
    best = std::min(best, (cpu_now() - begin) / steps);
  }
  return best;
}

void grow(benchmark::State& state, const Growing& g) {
  double mx = 0, my = 0, xx = 0, xy = 0;
  std::vector<double> x, y;
  for (const int N : sizes) {
    if (counting() && N > 300) break;  // set-up takes minutes under valgrind
    const double t = step_time(g, N);
    if (t < 0) {
      state.SkipWithError("a step failed");
      return;
    }
    std::printf("  %-16s N %5d  %10.2f us a step\n", g.name, N, 1e6 * t);
    x.push_back(std::log(N));
    y.push_back(std::log(t));
  }
  const double n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i)
    xx += (x[i] - mx) * (x[i] - mx), xy += (x[i] - mx) * (y[i] - my);
  for (auto _ : state) state.SetIterationTime(std::exp(y.back()));
  put(state, "exponent", xy / xx, steepest);
}

[[maybe_unused]] const bool registered = [] {
  for (const Growing& g : rows)
    benchmark::RegisterBenchmark((std::string("scaling/") + g.name).c_str(),
                                 [&g](benchmark::State& s) { grow(s, g); })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMicrosecond);
  return true;
}();

}  // namespace
}  // namespace takt::bench
