// The keys of `takt run --json` and their meaning.
#include "keys_of_runs.hpp"
#include "takt/io/results/json.hpp"

namespace takt::app {
namespace {

constexpr JsonKey run_times[] = {
    {"model", "its name"},
    {"method", "as it was understood"},
    {"t_end", "the last good time in s"},
    {"steps", "accepted steps"},
    {"rejected", "steps refused by the error test"},
    {"wall_s", "duration of the run in s"},
    {"cpu_s", "time inside steps in s"},
    {"realtime_factor", "simulated seconds for each second inside steps"},
    {"step_us", "duration of a step in µs"},
    {"step_us.mean", "mean"},
    {"step_us.p50", "median"},
    {"step_us.p99", "99 % of the steps are below"},
    {"step_us.p9999", "99.99 % of the steps are below"},
    {"step_us.max", "the slowest step"},
};

constexpr JsonKey run_counts[] = {
    {"counters", "of the whole run"},
    {"counters.iterations", "Newton passes, and those of iterated projections"},
    {"counters.most_iterations", "Newton passes of the worst step"},
    {"counters.evaluations", "calls of the equations of motion"},
    {"counters.function_calls", "the same"},
    {"counters.function_calls_without_jacobian", "those that differences did not need"},
    {"counters.jacobian_evaluations", "of K and C"},
    {"counters.jacobian_updates",
     "cheap ones: (24) to (26) of Arnold, Fuchs and Führer (paper 002)"},
    {"counters.factorisations", "of matrices"},
    {"counters.solves", "with factorised matrices"},
    {"counters.column_groups", "of the last Jacobian by grouped differences"},
    {"counters.error_test_failures", "as `rejected`"},
    {"counters.events",
     "discontinuities that the method located: switching functions and kinks of signals"},
    {"counters.crossings", "those that steps ran over, counted from step to step"},
    {"counters.chatters", "how often one was left to the error control because it chattered"},
    {"counters.unconverged", "steps whose last Newton increment was above the tolerance"},
    {"counters.unconverged_energy", "J: upper estimate of the energy error of these steps, summed"},
    {"switches", "of `events` or `crossings`: how often each changed its sign", true},
    {"cost", "of one step, known before the first"},
    {"cost.evaluations", "calls of the equations of motion"},
    {"cost.factorisations", "of matrices"},
    {"cost.solves", "with factorised matrices"},
    {"cost.bounded", "whether every step costs that"},
};

constexpr JsonKey run_end[] = {
    {"units", "SI units of what `final_state` has; null where nobody knows"},
    {"units.q", "by name", true},
    {"units.v", "by name", true},
    {"units.out", "by name", true},
    {"state_hash", "16 hexadecimal digits: equal when the final states agree in every bit"},
    {"status", "`ok`, `not_converged`, `singular`, `not_finite` or `interrupted`"},
    {"bound", "of the drift; only for methods that have one (see theory.md)"},
    {"bound.C0", "constant of the bound"},
    {"bound.C1", "constant of the bound"},
    {"bound.C2", "constant of the bound"},
    {"bound.g_lim", "what |g| stays below; null when `holds` is false"},
    {"bound.ratio",
     "measured / promised; null when `holds` is false, or nothing is promised but 0"},
    {"bound.holds",
     "condition (13) of Burgermeister, Arnold and Esterl (paper 000): whether the step is small "
     "enough for a bound"},
    {"bound.estimate", "the constants are from some of the steps and directions only"},
    {"bound.h_C1", "step times C1, which (13) wants below 1"},
    {"bound.samples", "steps the constants are from"},
    {"bound.first_half", "the constants of the first half of the run: how they grew"},
    {"bound.first_half.C0", "as `C0`"},
    {"bound.first_half.C1", "as `C1`"},
    {"bound.first_half.C2", "as `C2`"},
};

// Together they have every key.
std::vector<JsonPage::Json> run_samples() {
  Summary s;
  s.bound.emplace();
  return {io::to_json(s)};
}

}  // namespace

JsonPage run_json() {
  static const std::vector<JsonKey> keys =
      together({run_times, drift_and_energy_keys, run_counts, final_state_keys, run_end});
  return {"takt run", "One object, with exit codes 0, 4 and 130.", keys, run_samples};
}

}  // namespace takt::app
