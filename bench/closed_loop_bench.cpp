// Benchmarks whole runs of mechanisms with closed loops, beside other engines.
//
//   four-bars-N  N windows, 10 s in steps of 1 ms, through flat positions where the number of
//                degrees of freedom jumps. cpu_s is the time inside steps; gap_m (largest component
//                of a violated position constraint), dE_max_J and dE_end_J are measured in another
//                run, so that they cost no time. /mujoco is our time divided by that of MuJoCo.
//   andrews      to 0.03 s with 5 correct digits of all angles; the row is the cheapest method of a
//                list that achieves this.
//
// The engines run in turns, and the smallest time counts, because the machine may be shared. A
// limit is printed beside the value it applies to (_limit), and `missed` counts the limits that are
// exceeded.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <functional>
#include <map>
#include <memory>

#include "bench/footnote.hpp"
#include "bench/limits.hpp"
#include "bench/measure.hpp"
#include "takt/base/error.hpp"
#include "takt/simulate/run.hpp"

namespace takt::bench {

namespace {

std::vector<LoopPeer>& loop_peers() {
  static std::vector<LoopPeer> list;
  return list;
}

// --- N windows ---

class Row {  // an engine with one of its methods
 public:
  virtual ~Row() = default;
  virtual Timed time() = 0;
  virtual Held look() = 0;
};

class Ours final : public Row {
 public:
  explicit Ours(const Task& task) : task_(task), opened_(task) {}
  Timed time() override {
    Engine s = opened_.make();
    return run_to_the_end(std::to_string(s.system().shape().nv) + " " + opened_.name(), s);
  }
  Held look() override {
    Engine s = opened_.make();
    RunOptions options;
    options.every = 1e9;
    options.bound = false;
    const Summary summary = run(s, options, {});
    Held held;
    held.ok = summary.status == Status::ok;
    held.t_end = summary.t_end;
    held.violation = summary.max_drift.position;
    held.energy = summary.energy_initial;
    held.max_change = summary.energy_max_change;
    held.end_change = std::abs(summary.energy_final - summary.energy_initial);
    return held;
  }

 private:
  Task task_;
  Opened opened_;
};

class Theirs final : public Row {
 public:
  Theirs(const LoopPeer& peer, FourBars f) : peer_(peer), f_(f) {
    f_.until = std::min(f_.until, peer.longest);
  }
  Timed time() override {
    const Held h = peer_.four_bars(f_, false);
    return {h.ok, h.cpu};
  }
  Held look() override { return peer_.four_bars(f_, true); }

 private:
  LoopPeer peer_;
  FourBars f_;
};

const int repetitions = counting() ? 1 : 3;
const std::vector<std::string> methods = {"hybrid+trapezoidal", "global+trapezoidal",
                                          "natural:conserving+midpoint"};

struct Result {
  Timed best{true, 1e300};
  Held held;
};

// Runs all engines when the first row with this number of windows is asked for.
std::map<std::string, Result>& four_bars(int windows) {
  static std::map<int, std::map<std::string, Result>> known;
  std::map<std::string, Result>& results = known[windows];
  if (!results.empty()) return results;
  FourBars f;
  f.windows = windows;
  std::map<std::string, std::unique_ptr<Row>> rows;
  for (const std::string& m : methods)
    rows["takt " + m] = std::make_unique<Ours>(
        Task{"n-four-bar", m, f.step, f.until, {"N=" + std::to_string(windows)}});
  for (const LoopPeer& p : loop_peers())
    if (windows <= p.largest) rows[p.name] = std::make_unique<Theirs>(p, f);
  for (int r = 0; r < repetitions; ++r)
    for (auto& [name, row] : rows) {
      Result& result = results[name];
      // s: a long run is not repeated.
      if (result.best.cpu < 1e300 && result.best.cpu > 4) continue;
      const Timed t = row->time();
      result.best = {t.ok, std::min(t.cpu, result.best.cpu)};
    }
  if (counting()) return results;
  for (auto& [name, row] : rows) results[name].held = row->look();
  return results;
}

void four_bars_row(benchmark::State& state, int windows, const std::string& name) {
  any_peer_row = true;
  const std::map<std::string, Result>& results = four_bars(windows);
  const Result& r = results.at(name);
  if (!r.held.ok) {
    char text[80];
    std::snprintf(text, sizeof text, "failed after %g s, dE %.2g J", r.held.t_end,
                  r.held.max_change);
    state.SkipWithError(text);
    return;
  }
  for (auto _ : state) state.SetIterationTime(r.best.cpu);
  std::optional<double> cpu, gap, most, end;
  const auto mujoco = results.find("mujoco Euler");
  if (name == "takt " + methods[0]) {
    if (windows == 40 && mujoco != results.end()) cpu = mujoco->second.best.cpu;
    gap = 1e-9, most = windows == 40 ? 5e-3 : 1.2e-2, end = 1e-3;
  } else if (name == "takt " + methods[2]) {
    most = 1e-6;
  }
  put(state, "cpu_s", r.best.cpu, cpu);
  put(state, "simulated_s", r.held.t_end);
  put(state, "gap_m", r.held.violation, gap);
  put(state, "dE_max_J", r.held.max_change, most);
  put(state, "dE_end_J", r.held.end_change, end);
  if (mujoco != results.end() && name.rfind("takt", 0) == 0)
    put(state, "/mujoco", r.best.cpu / mujoco->second.best.cpu);
}

// --- Andrews' mechanism ---

constexpr double enough_digits = 5;
const char* const angles[] = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
constexpr double reference[] = {  // benchmarks.md 1.2, [C] t = 0.03
    1.5810771195153707097119387e+01, -1.5756371058411839469727752e+01,
    4.0822240119645804858282319e-02, -5.3473011634207959377018503e-01,
    5.2440996587995406937165579e-01, 5.3473011634207959377018503e-01,
    1.0480807410419378730685154e+00};

double digits(const std::array<double, 7>& q) {
  double fewest = 99;
  for (std::size_t i = 0; i < q.size(); ++i)
    fewest = std::min(fewest, -std::log10(std::abs(q[i] / reference[i] - 1)));
  return fewest;
}

std::string text(double x) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", x);
  return out;
}

struct Tried {
  std::string method;
  double step = 0, cpu = 1e300, digits = -99;
};

Tried attempt(const Task& task) {
  const Opened opened(task);
  Tried out{task.method, task.step};
  for (int r = 0; r < (counting() ? 1 : 20); ++r) {
    Engine s = opened.make();
    const Timed t = run_to_the_end(opened.name(), s);
    if (!t.ok) return {task.method, task.step};
    out.cpu = std::min(out.cpu, t.cpu);
    if (out.cpu > 0.05) r += 10;
    if (out.digits > 0) continue;
    const Names names = s.system().names();
    std::array<double, 7> q{};
    for (std::size_t i = 0; i < q.size(); ++i)
      for (std::size_t k = 0; k < names.q.size(); ++k)
        if (names.q[k] == angles[i]) q[i] = s.state().q[static_cast<Index>(k)];
    out.digits = digits(q);
    if (out.digits < enough_digits) break;  // not exact enough: its time is of no interest
  }
  return out;
}

std::vector<Task> candidates(const std::string& model) {
  std::vector<Task> list;
  for (const char* tol : {"2e-5", "1e-5", "7e-6", "5e-6", "3e-6", "1e-6", "1e-7"})
    for (const char* stabilised : {"+s_both2", ""})
      list.push_back({model,
                      std::string("index1+dopri5(rtol=") + tol + ",atol=" + tol + ")" + stabilised,
                      1e-5, 0.03});
  const std::pair<const char*, std::vector<double>> fixed[] = {
      {"index1+rk4+s_both2", {1.5e-4, 1.2e-4, 1e-4}}, {"index1+rk4", {5e-5, 4e-5, 3e-5}},
      {"state_space+rk4", {1.5e-4, 1.2e-4, 1e-4}},    {"index1+heun+s_both2", {1e-5, 5e-6}},
      {"index1+sdirk2+s_both2", {3e-5, 2e-5, 1e-5}},  {"index1+sdirk2", {3e-5, 2e-5, 1e-5}},
      {"ali1+sdirk2+penalised", {3e-5, 2e-5, 1e-5}},  {"ali3+trapezoidal+tangent", {1e-5, 8e-6}}};
  for (const auto& [method, steps] : fixed)
    for (const double h : steps) list.push_back({model, method, h, 0.03});
  return list;
}

void andrews_row(benchmark::State& state, const std::string& model) {
  std::map<std::string, Tried> best;  // the best of each family
  for (const Task& task : candidates(model)) {
    Tried t;
    try {
      t = attempt(task);
    } catch (const Error& e) {
      std::printf("  andrews %s: %s\n", task.method.c_str(), e.what());
      continue;
    }
    if (t.digits < enough_digits) continue;
    const auto bracket = t.method.find("(rtol");
    const std::string family =
        bracket == std::string::npos
            ? t.method
            : t.method.substr(0, bracket) + t.method.substr(t.method.find(')') + 1);
    if (t.cpu < best[family].cpu) best[family] = t;
  }
  const Tried* cheapest = nullptr;
  for (const auto& [family, t] : best) {
    std::printf("  %-20s %-42s h %-7g %8.3f ms %5.1f digits\n", model.c_str(), t.method.c_str(),
                t.step, 1e3 * t.cpu, t.digits);
    if (cheapest == nullptr || t.cpu < cheapest->cpu) cheapest = &t;
  }
  if (cheapest == nullptr) {
    state.SkipWithError("none has 5 digits");
    return;
  }
  for (auto _ : state) state.SetIterationTime(cheapest->cpu);
  state.SetLabel(cheapest->method + " h " + text(cheapest->step));
  put(state, "cpu_ms", 1e3 * cheapest->cpu, 5);
  put(state, "digits", cheapest->digits);
}

void andrews_peer_row(benchmark::State& state, const LoopPeer& peer) {
  any_peer_row = true;
  Tried best;
  for (const double accuracy : {3e-6, 1e-6, 3e-7, 1e-7, 1e-8}) {
    const Squeezed s = peer.squeezer(accuracy);
    if (!s.ok || digits(s.q) < enough_digits || s.cpu > best.cpu) continue;
    best = {"accuracy " + text(accuracy), 0, s.cpu, digits(s.q)};
  }
  for (auto _ : state) state.SetIterationTime(best.cpu);
  state.SetLabel(best.method);
  put(state, "cpu_ms", 1e3 * best.cpu);
  put(state, "digits", best.digits);
}

void add(const std::string& name, const std::function<void(benchmark::State&)>& row) {
  benchmark::RegisterBenchmark(("closed_loop/" + name).c_str(), row)
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

constexpr int rows_of_windows[] = {40, 100};

void add_four_bars(int windows, const std::string& name) {
  add("four-bars-" + std::to_string(windows) + "/" + name,
      [=](benchmark::State& s) { four_bars_row(s, windows, name); });
}

[[maybe_unused]] const bool registered = [] {
  for (const int windows : rows_of_windows)
    for (const std::string& m : methods) add_four_bars(windows, "takt " + m);
  for (const char* model : {"squeezer", "squeezer-mechanism"})
    add("andrews/takt " + std::string(model), [=](benchmark::State& s) { andrews_row(s, model); });
  return true;
}();

}  // namespace

RegisterLoops::RegisterLoops(const LoopPeer& p) {
  loop_peers().push_back(p);
  for (const int windows : rows_of_windows)
    if (windows <= p.largest) add_four_bars(windows, p.name);
  if (p.squeezer != nullptr)
    add("andrews/" + p.name.substr(0, p.name.find(' ')),
        [p](benchmark::State& s) { andrews_peer_row(s, p); });
}

}  // namespace takt::bench
