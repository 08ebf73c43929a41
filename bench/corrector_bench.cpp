// Benchmarks BDF on residual forms beside SUNDIALS IDA: the same residual, the same tolerances.
//
//   corrector/<model>/<source>  the same source of the iteration matrix on both sides. /ida is our
//                               processor time divided by that of IDA with the faster of its direct
//                               solvers; steps/ida is the same for accepted steps; apart is the
//                               largest difference of coordinates at the end, relative to IDA's
//                               values or 1; error and ida_error are the differences from a run
//                               with tolerances 1e4 times tighter.
//   corrector/<model>/best      our cheapest method compared with the faster of IDA's two rows;
//                               /ida_here: compared with IDA on the residual of that method
//   work-precision/<model>      printed: digits of positions (mescd) and steps, from 1e-3 to 1e-10,
//                               beside published codes
//
// The engines run in turns, and the smallest time counts. A limit is printed beside the value it
// applies to (_limit), and `missed` counts the limits that are exceeded.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <optional>

#include "bench/limits.hpp"
#include "bench/measure.hpp"
#include "bench/peers/residuals.hpp"
#include "takt/formulation/catalogue.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::bench {

ResidualPeer*& residual_peer() {
  static ResidualPeer* peer = nullptr;
  return peer;
}

namespace {

const int repetitions = counting() ? 1 : 5;

std::string text(double x) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", x);
  return out;
}

struct Model {
  std::string name, label, formulation;
  double until = 1, rtol = 1e-4, atol = 1e-4, h0 = 1e-3;
  // Formulation, source and refresh of the candidates for the best row.
  std::vector<std::string> best;
  std::vector<std::string> set = {};

  std::string method(const std::string& stated, const std::string& matrix) const {
    return stated + "+bdf(rtol=" + text(rtol) + ",atol=" + text(atol) + ",h0=" + text(h0) + ")+" +
           matrix;
  }
};

const std::vector<Model> models = {
    {"pendulum-chain",
     "chain",
     "ode",
     100,
     1e-4,
     1e-6,
     0.2,
     {"ode+analytic+partitioned", "ode+dense+partitioned", "ode+grouped+partitioned"}},
    {"train-carriage",
     "train",
     "ggl",
     15,
     1e-4,
     1e-4,
     1e-3,
     {"ggl+analytic+partitioned", "ggl(formalism=residual)+analytic+partitioned",
      "ggl+grouped+partitioned"}},
    {"passenger-car",
     "car",
     "ode",
     5,
     1e-4,
     1e-5,
     1e-3,
     {"ode+analytic+partitioned", "ode(formalism=residual)+analytic+partitioned",
      "ode(formalism=residual)+analytic+on_demand", "ode+grouped+partitioned"}},
};

Solved ours(const Model& m, const std::string& method) {
  const Task task{m.name, method, m.h0, m.until, m.set};
  const Opened opened(task);
  Solved best;
  for (int r = 0; r < repetitions; ++r) {
    Engine s = opened.make();
    const Timed t = run_to_the_end(opened.name(), s);
    if (!t.ok) return best;
    best.ok = true;
    best.solver = method;
    best.cpu = std::min(best.cpu, t.cpu);
    const Counters& c = s.counters();
    best.steps = s.steps();
    best.residuals = c.residuals + c.residuals_for_jacobian;
    best.jacobians = c.jacobian_evaluations;
    best.failures = c.rejected;
    best.y = s.state().q;
  }
  return best;
}

// The residual form of a model, for other codes to solve.
struct Stated {
  io::OpenModel open;
  Evaluator eval;
  std::unique_ptr<Formulation> formulation;
  ResidualForm& form;
  State start;

  Stated(const Model& m, const std::string& stated)
      : open(io::open_model(m.name, m.set, stated + "+bdf")), eval(*open.system),
        formulation(make(stated)), form(*formulation->residual_form()), start(open.start) {
    complete(*open.system, start);
    formulation->prepare(start);
  }
  ResidualTask task(const Model& m, IterationMatrix matrix) {
    Vector y = Vector::Zero(form.size()), dy = y;
    form.pack(start, y, dy);
    return {form, open.system->shape().nu, y, dy, m.until, m.rtol, m.atol, m.h0, matrix};
  }

 private:
  std::unique_ptr<Formulation> make(const std::string& stated) {
    const Choice c = parse_method(stated + "+bdf").formulation;
    const FormulationEntry& e = *find_formulation(c.name);
    return e.make(eval, Settings(c, e.options, "method"), {});
  }
};

Solved theirs(const Model& m, const std::string& stated, IterationMatrix matrix) {
  Stated s(m, stated);
  Solved best;
  for (int r = 0; r < repetitions; ++r) {
    const Solved x = residual_peer()->solve(s.task(m, matrix));
    if (x.ok && x.cpu < best.cpu) best = x;
  }
  return best;
}

const Solved& known_theirs(const Model& m, IterationMatrix matrix) {
  static std::map<std::pair<std::string, int>, Solved> known;
  Solved& s = known[{m.name, static_cast<int>(matrix)}];
  if (!s.ok) s = theirs(m, m.formulation, matrix);
  return s;
}

double apart(const Vector& a, const Vector& b, Index n) {
  double most = 0;
  for (Index i = 0; i < n; ++i)
    most = std::max(most, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
  return most;
}

const Vector& reference(const Model& m) {
  static std::map<std::string, Vector> known;
  Vector& y = known[m.name];
  if (y.size() > 0) return y;
  Model tight = m;
  tight.rtol *= 1e-4;
  tight.atol *= 1e-4;
  const Opened opened(
      Task{m.name, tight.method(m.formulation, "analytic+on_demand"), m.h0, m.until, m.set});
  Engine s = opened.make();
  if (run_to_the_end(opened.name(), s).ok) y = s.state().q;
  return y;
}

void compare(benchmark::State& state, const Model& m, const Solved& mine, const Solved& other,
             std::optional<double> limit, bool steps) {
  if (!mine.ok || !other.ok) {
    state.SkipWithError(mine.ok ? "IDA failed" : "takt failed");
    return;
  }
  for (auto _ : state) state.SetIterationTime(mine.cpu);
  state.SetLabel(mine.solver + " | IDA " + other.solver);
  put(state, "cpu_ms", 1e3 * mine.cpu);
  put(state, "ida_ms", 1e3 * other.cpu);
  put(state, "/ida", mine.cpu / other.cpu, limit);
  const double ratio = static_cast<double>(mine.steps) / static_cast<double>(other.steps);
  put(state, "steps/ida", ratio, steps ? std::optional(1.15) : std::nullopt);
  put(state, "fc", static_cast<double>(mine.residuals));
  put(state, "ida_fc", static_cast<double>(other.residuals));
  put(state, "Je", static_cast<double>(mine.jacobians));
  put(state, "ida_Je", static_cast<double>(other.jacobians));
  put(state, "apart", apart(mine.y, other.y, mine.y.size()));
  const Vector& y = reference(m);
  put(state, "error", apart(mine.y, y, y.size()));
  put(state, "ida_error", apart(other.y, y, y.size()));
}

void same_source(benchmark::State& state, const Model& m, IterationMatrix matrix) {
  if (residual_peer() == nullptr) {
    state.SkipWithError("no IDA (Debian: libsundials-dev)");
    return;
  }
  const std::string source = matrix == IterationMatrix::written ? "analytic" : "dense";
  const Solved& other = known_theirs(m, matrix);
  compare(state, m, ours(m, m.method(m.formulation, source + "+on_demand")), other, 0.75, true);
}

void best_of(benchmark::State& state, const Model& m) {
  if (residual_peer() == nullptr) {
    state.SkipWithError("no IDA (Debian: libsundials-dev)");
    return;
  }
  Solved mine;
  std::string stated;
  for (const std::string& candidate : m.best) {
    const std::size_t plus = candidate.find('+');
    const Solved s = ours(m, m.method(candidate.substr(0, plus), candidate.substr(plus + 1)));
    std::printf("  %-16s %-60s %8.2f ms %6lld fc %4lld Je\n", m.name.c_str(), candidate.c_str(),
                1e3 * s.cpu, static_cast<long long>(s.residuals),
                static_cast<long long>(s.jacobians));
    if (!s.ok || s.cpu >= mine.cpu) continue;
    mine = s;
    stated = candidate.substr(0, plus);
  }
  const Solved &a = known_theirs(m, IterationMatrix::written),
               &b = known_theirs(m, IterationMatrix::differences);
  compare(state, m, mine, a.cpu < b.cpu ? a : b, 0.4, false);
  const Solved here = theirs(m, stated, IterationMatrix::written);
  if (here.ok) put(state, "/ida_here", mine.cpu / here.cpu);
}

// --- work-precision ---

struct Published {
  double tol;
  const char* text;  // steps/mescd of MEBDFI, RADAU5
};
struct Problem {
  Model model;
  std::vector<double> reference;  // positions at the end
  std::vector<Published> published;
};

// benchmarks.md 1.1, 1.2 and 1.5: car axle at 3 s, squeezer at 0.03 s.
const std::vector<Problem> problems = {
    {{"car-axle", "car-axle", "ggl", 3, 0, 0, 1e-6, {}},
     {4.93455784275240921315267927e-02, 4.96989460230008106762933973e-01,
      1.04174252488542611519477620e+00, 3.73911027265365819357897698e-01},
     {{1e-4, "266/3.08 99/2.92"},
      {1e-5, "384/3.69 142/3.67"},
      {1e-6, "484/5.09 201/4.42"},
      {1e-7, "639/5.53 288/5.19"},
      {1e-8, "802/6.92 416/5.98"},
      {1e-9, "1059/8.27 603/6.78"},
      {1e-10, "1361/8.44 879/7.58"}}},
    {{"squeezer", "squeezer", "ggl", 0.03, 0, 0, 1e-6, {}},
     {1.5810771195153707097119387e+01, -1.5756371058411839469727752e+01,
      4.0822240119645804858282319e-02, -5.3473011634207959377018503e-01,
      5.2440996587995406937165579e-01, 5.3473011634207959377018503e-01,
      1.0480807410419378730685154e+00},
     {{1e-4, "114/1.46 98/2.14"},
      {1e-5, "171/2.87 88/3.64"},
      {1e-6, "222/3.16 96/4.90"},
      {1e-7, "277/4.13 114/5.23"},
      {1e-8, "406/5.06 137/6.05"},
      {1e-9, "536/6.76 189/6.22"},
      {1e-10, "700/6.37 256/6.81"}}},
};

double digits(const Vector& q, const std::vector<double>& reference) {
  double fewest = 99;
  for (std::size_t i = 0; i < reference.size(); ++i)
    fewest = std::min(fewest, -std::log10(std::abs(q[static_cast<Index>(i)] - reference[i]) /
                                          (1 + std::abs(reference[i]))));
  return fewest;
}

void work_precision(benchmark::State& state, const Problem& p) {
  std::printf("  %s: steps/mescd (CPU)   %-26s %-26s MEBDFI, RADAU5 (published)\n",
              p.model.name.c_str(), "takt ggl+bdf+analytic", "IDA, same residual");
  double last = 0;
  for (int k = 3; k <= 10; ++k) {
    Model m = p.model;
    m.rtol = m.atol = std::pow(10.0, -k);
    const Solved mine = ours(m, m.method(m.formulation, "analytic+partitioned"));
    char a[64] = "failed", b[64] = "failed";
    if (mine.ok)
      std::snprintf(a, sizeof a, "%lld/%.2f (%.2f ms)", static_cast<long long>(mine.steps),
                    last = digits(mine.y, p.reference), 1e3 * mine.cpu);
    if (residual_peer() != nullptr) {
      const Solved other = theirs(m, m.formulation, IterationMatrix::written);
      if (other.ok)
        std::snprintf(b, sizeof b, "%lld/%.2f (%.2f ms)", static_cast<long long>(other.steps),
                      digits(other.y, p.reference), 1e3 * other.cpu);
    }
    const char* others = "";
    for (const Published& x : p.published)
      if (std::abs(x.tol / m.rtol - 1) < 1e-6) others = x.text;
    std::printf("  1e-%-2d                  %-26s %-26s %s\n", k, a, b, others);
  }
  for (auto _ : state) state.SetIterationTime(1e-3);
  put(state, "digits_at_1e-10", last);
}

void add(const std::string& name, const std::function<void(benchmark::State&)>& row) {
  benchmark::RegisterBenchmark(name.c_str(), row)
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool registered = [] {
  for (const Model& m : models) {
    add("corrector/" + m.label + "/dense",
        [&m](benchmark::State& s) { same_source(s, m, IterationMatrix::differences); });
    add("corrector/" + m.label + "/analytic",
        [&m](benchmark::State& s) { same_source(s, m, IterationMatrix::written); });
    add("corrector/" + m.label + "/best", [&m](benchmark::State& s) { best_of(s, m); });
  }
  for (const Problem& p : problems)
    add("work-precision/" + p.model.name, [&p](benchmark::State& s) { work_precision(s, p); });
  return true;
}();

}  // namespace
}  // namespace takt::bench
