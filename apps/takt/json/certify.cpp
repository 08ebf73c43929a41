// The keys of `takt certify --json` and their meaning.
#include "../json_keys.hpp"
#include "takt/certify/certificate_text.hpp"

namespace takt::app {
namespace {

constexpr JsonKey certify_keys[] = {
    {"model", "its name"},
    {"method", "as it was understood"},
    {"step", "s"},
    {"period", "s"},
    {"inputs", "list: the external inputs, held at these values"},
    {"inputs[].name", "of the model"},
    {"inputs[].value", "in its unit"},
    {"inputs[].unit", "as the model says"},
    {"t_end", "the last time of the run in s"},
    {"steps", "taken"},
    {"status", "of the last step: `ok`, or why it failed"},
    {"cut", "whether the time for the run was up before its end"},
    {"findings", "list of what the page says"},
    {"findings[].key", "one word"},
    {"findings[].verdict", "`fails`, `open` or `holds`"},
    {"findings[].says", "one sentence"},
    {"findings[].details", "list of texts"},
    {"cost", "of one step, known before the first"},
    {"cost.evaluations", "calls of the equations of motion"},
    {"cost.factorisations", "of matrices"},
    {"cost.solves", "with factorised matrices"},
    {"cost.bounded", "whether every step may cost no more"},
    {"cost.steps_above", "steps that did more"},
    {"cost.steps_off", "steps that did anything else"},
    {"work", "one step, instruction by instruction"},
    {"work.states", "list, at some states of the run"},
    {"work.states[].instructions", "of the processor"},
    {"work.states[].flops", "of those, operations on floating-point numbers"},
    {"work.why_not", "in place of `states`: why nothing was counted"},
    {"heap_calls", "in all steps; null: nobody watched"},
    {"steps_per_period", "of the method"},
    {"period_us", "what the steps of one period take in µs"},
    {"period_us.mean", "mean"},
    {"period_us.p50", "median"},
    {"period_us.p99", "99 % are below"},
    {"period_us.p9999", "99.99 % are below"},
    {"period_us.max", "the slowest"},
    {"period_us.count", "periods"},
    {"control_us", "the same for fixed work beside it: the noise of the machine"},
    {"control_us.mean", "mean"},
    {"control_us.p50", "median"},
    {"control_us.p99", "99 % are below"},
    {"control_us.p9999", "99.99 % are below"},
    {"control_us.max", "the slowest"},
    {"control_us.count", "times"},
    {"margin_us", "what is left of the period in µs"},
    {"margin_us.p9999", "of 99.99 % of the periods"},
    {"margin_us.max", "of the slowest"},
    {"spectral_radius", "list: of one step, at some states of the run"},
    {"spectral_radius[].t", "s"},
    {"spectral_radius[].along", "of changes along the constraints"},
    {"spectral_radius[].noise", "of `along`, from two sizes of the differences"},
    {"spectral_radius[].motion", "what the motion itself does in a step; null: not known"},
    {"spectral_radius[].across", "of violations of the constraints; null: there are none"},
    {"spectral_radius[].angle_per_step", "of the largest eigenvalue along, in rad"},
    {"spectral_radius[].mostly", "the coordinates of its mode that move most"},
    {"spectral_radius[].why_not", "in place of the numbers"},
    {"neutral", "list of symmetries that were taken out, by name"},
    {"drift", "of systems with constraints; null where a run was interrupted"},
    {"drift.position", "largest |g|"},
    {"drift.velocity", "largest |G v + gI|"},
    {"drift.position_first_half", "largest |g| of the first half of the run"},
    {"drift.bound", "promised by theory, for methods that have one (see theory.md)"},
    {"drift.bound.C0", "constant of the bound"},
    {"drift.bound.C1", "constant of the bound"},
    {"drift.bound.C2", "constant of the bound"},
    {"drift.bound.g_lim", "what |g| stays below; null when `holds` is false"},
    {"drift.bound.ratio",
     "measured / promised; null when `holds` is false, or nothing is promised but 0"},
    {"drift.bound.holds",
     "condition (13) of Burgermeister, Arnold and Esterl (paper 000): whether the step is small "
     "enough for a bound"},
    {"drift.bound.estimate", "the constants are from some of the steps and directions only"},
    {"drift.bound.h_C1", "step times C1, which (13) wants below 1"},
    {"drift.bound.samples", "steps the constants are from"},
    {"drift.bound.first_half", "the constants of the first half of the run: how they grew"},
    {"drift.bound.first_half.C0", "as `C0`"},
    {"drift.bound.first_half.C1", "as `C1`"},
    {"drift.bound.first_half.C2", "as `C2`"},
    {"drift.why_no_bound", "in place of `bound`"},
    {"energy", "in J"},
    {"energy.initial", "at the start"},
    {"energy.final", "at the end"},
    {"energy.inputs", "work of signals, drives and controllers"},
    {"energy.dissipated", "by dampers, friction, tyres, drag; negative: taken out"},
    {"energy.method", "what the method added; negative: took away"},
    {"energy.largest_method", "of that, at any time"},
    {"energy.resolution", "below which nothing can be said"},
    {"energy.unconverged", "of `method`, what steps that did not converge did; null: not known"},
    {"energy.unconverged_steps", "how many"},
    {"state_hash", "16 hexadecimal digits, of the last state"},
    {"repeats", "whether a run saved and restored ends in the same bits; null: not looked at"},
    {"versions", "list: program, libraries, machine"},
};

// Together they have every key.
std::vector<JsonPage::Json> certify_samples() {
  certify::Certificate full, empty;
  full.constrained = empty.constrained = true;
  full.bound.emplace();
  full.radii.emplace_back();
  full.inputs.emplace_back();
  full.work.at.emplace_back();
  empty.radii.emplace_back().why_not = "-";
  return {to_json(full), to_json(empty)};
}

}  // namespace

JsonPage certify_json() {
  return {"takt certify", "One object, with exit codes 0, 1, 4, 5 and 130.", certify_keys,
          certify_samples};
}

}  // namespace takt::app
