// Measures the cost of one step: the two steps for which we promise a time, then every bounded
// method on every problem.
//
// The smallest time over batches is printed (min_ns), because the machine may be shared. An
// "iteration" of Google Benchmark is a batch of 1000 steps; counters give evaluations,
// factorisations and solves per step.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "bench/counted.hpp"
#include "takt/method/all_compositions.hpp"
#include "takt/method/refusal.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/simulate/engine.hpp"

namespace {

using takt::Engine;

const int batch = takt::bench::counting() ? 20 : 1000;

Engine make(const std::string& model, const std::string& text, double h) {
  auto system = takt::problem::make_problem(model);
  takt::Method m = takt::parse_method(text);
  m.step = h;
  const takt::State start = system->initial();
  return Engine(std::move(system), m, start);
}

void steps(benchmark::State& state, const std::string& model, const std::string& text, double h) {
  Engine s = make(model, text, h);
  std::vector<std::byte> start(s.memory_size());
  s.save(start);
  double best = 1e300;
  for (auto _ : takt::bench::counted(state)) {
    s.restore(start);  // the same thousand steps every time, none of them after a blow-up
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < batch; ++k) benchmark::DoNotOptimize(s.step());
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / batch);
  }
  const takt::Cost c = s.cost();
  state.counters["min_ns"] = best;
  state.counters["evaluations"] = static_cast<double>(c.evaluations);
  state.counters["factorisations"] = static_cast<double>(c.factorisations);
  state.counters["solves"] = static_cast<double>(c.solves);
}

double step_of(std::string_view model) {
  return model == "squeezer" ? 1e-6 : model == "heavy-top" ? 1e-5 : 1e-4;
}

[[maybe_unused]] const bool registered = [] {
  benchmark::RegisterBenchmark(
      "promised/car-axle/index2+linear_implicit_euler(J2)+one_step", [](benchmark::State& s) {
        steps(s, "car-axle", "index2+linear_implicit_euler(J2)+one_step", 1e-3);
      });
  benchmark::RegisterBenchmark(
      "promised/two-link-parabola/index1+heun+s_both2",
      [](benchmark::State& s) { steps(s, "two-link-parabola", "index1+heun+s_both2", 1e-3); });
  for (const auto& p : takt::problem::problems()) {
    const takt::Shape shape = takt::problem::make_problem(p.name)->shape();
    for (const std::string& text : takt::all_compositions(shape.ng > 0)) {
      const takt::Composition c = takt::compose(takt::parse_method(text));
      if (!c.bounded() || !takt::refusal(c, &shape).empty()) continue;
      benchmark::RegisterBenchmark(("step/" + std::string(p.name) + "/" + text).c_str(),
                                   [name = std::string(p.name), text](benchmark::State& s) {
                                     steps(s, name, text, step_of(name));
                                   })
          ->MinTime(takt::bench::counting() ? 1e-9 : 0.02);
    }
  }
  return true;
}();

}  // namespace
