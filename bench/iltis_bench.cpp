// Benchmarks the Iltis on its obstacle course, 8 s, with the three methods of 003 (Dopico et al.,
// IRK real time).
//
//   step        cost of a step: a fixed part and a part per Newton iteration, by least squares over
//               the smallest times of every step of many runs at 10 ms; then whole runs at 10 ms
//               and 35 ms
//   projection  share of the projections in a step: +tangent compared with none, over the first 3 s
//
// A limit is printed beside the value it applies to (_limit, _at_least); `missed` counts the limits
// that do not hold.
#include <benchmark/benchmark.h>

#include <chrono>

#include "bench/counted.hpp"
#include "bench/measure.hpp"

namespace takt::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Steps {  // times of the steps of all runs of one task
  bool ok = true;
  double t_end = 0;        // s
  std::vector<double> us;  // smallest time of each step
  std::vector<double> iterations;

  double sum_us() const {
    double sum = 0;
    for (const double x : us) sum += x;
    return sum;
  }
};

void repeat(const Opened& opened, Steps& steps) {
  Engine s = opened.make();
  for (std::size_t k = 0; !s.done(); ++k) {
    const auto begin = Clock::now();
    const StepReport report = s.step();
    const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    if (report.status != Status::ok) {
      steps.ok = false;
      break;
    }
    if (k == steps.us.size()) steps.us.push_back(us), steps.iterations.push_back(0);
    steps.us[k] = std::min(steps.us[k], us);
    steps.iterations[k] = report.iterations;
  }
  steps.t_end = s.state().t;
}

struct Line {
  double fixed, slope;
};
Line fit(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
  const double n = static_cast<double>(x.size());
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return {(sy - slope * sx) / n, slope};
}

void put(benchmark::State& state, const std::string& name, double value,
         std::optional<double> most = {}, std::optional<double> least = {}) {
  state.counters[name] = value;
  if (most) state.counters[name + "_limit"] = *most;
  if (least) state.counters[name + "_at_least"] = *least;
  if (most || least)
    state.counters["missed"].value += (most && value > *most) || (least && value < *least) ? 1 : 0;
}

struct Limits {
  double iteration_us;
  std::optional<double> whole_ms, realtime;
};

void step_row(benchmark::State& state, const std::string& method, const Limits& limits) {
  const Opened fine(Task{"iltis", method, 10e-3, 8}), coarse(Task{"iltis", method, 35e-3, 8});
  Steps of_fine, of_coarse;
  for (auto _ : counted(state)) {
    repeat(fine, of_fine);
    repeat(coarse, of_coarse);
    state.SetIterationTime(of_fine.sum_us() * 1e-6);
  }
  const Line line = fit(of_fine.iterations, of_fine.us);
  put(state, "iteration_us", line.slope, limits.iteration_us);
  put(state, "fixed_us", line.fixed);
  put(state, "10ms_cpu_ms", 1e-3 * of_fine.sum_us(), limits.whole_ms);
  put(state, "10ms_realtime", of_fine.t_end / (1e-6 * of_fine.sum_us()));
  put(state, "35ms_cpu_ms", 1e-3 * of_coarse.sum_us());
  put(state, "35ms_realtime", of_coarse.t_end / (1e-6 * of_coarse.sum_us()), {}, limits.realtime);
  if (!of_fine.ok || !of_coarse.ok)
    state.SetLabel("stopped at " + std::to_string(of_fine.t_end) + " s (10 ms), " +
                   std::to_string(of_coarse.t_end) + " s (35 ms)");
}

void projection_row(benchmark::State& state) {
  const Opened with(Task{"iltis", "joint:ali3+trapezoidal+tangent", 10e-3, 3}),
      without(Task{"iltis", "joint:ali3+trapezoidal", 10e-3, 3});
  Steps of_with, of_without;
  for (auto _ : counted(state)) {
    repeat(with, of_with);
    repeat(without, of_without);
    state.SetIterationTime(of_with.sum_us() * 1e-6);
  }
  // The runs differ in their iterations: computes what the same iterations would cost without
  // projections.
  const Line a = fit(of_with.iterations, of_with.us), b = fit(of_without.iterations, of_without.us);
  double same = 0;
  for (const double i : of_with.iterations) same += b.fixed + b.slope * i;
  put(state, "with_us", of_with.sum_us() / static_cast<double>(of_with.us.size()));
  put(state, "without_us", of_without.sum_us() / static_cast<double>(of_without.us.size()));
  put(state, "fixed_with_us", a.fixed);
  put(state, "fixed_without_us", b.fixed);
  put(state, "share", 1 - same / of_with.sum_us(), 0.15);
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const std::string& name, const auto& row) {
    benchmark::RegisterBenchmark(("iltis/" + name).c_str(), row)
        ->UseManualTime()
        ->Iterations(counting() ? 1 : 20)
        ->Unit(benchmark::kMillisecond);
  };
  const std::pair<const char*, Limits> methods[] = {
      {"hybrid", {10, 25, 600}}, {"topological", {12, {}, {}}}, {"global", {40, {}, {}}}};
  for (const auto& m : methods) {
    const std::string name = m.first;
    add("step/" + name, [method = name + "+trapezoidal", limits = m.second](benchmark::State& s) {
      step_row(s, method, limits);
    });
  }
  add("projection", projection_row);
  return true;
}();

}  // namespace
}  // namespace takt::bench
