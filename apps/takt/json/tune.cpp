// The keys of `takt tune --json` and their meaning.
#include "../json_keys.hpp"
#include "takt/certify/advice_page.hpp"

namespace takt::app {
namespace {

constexpr JsonKey tune_keys[] = {
    {"model", "its name"},
    {"period", "s"},
    {"accuracy", "asked for"},
    {"shown_accuracy", "of outputs and forces: `accuracy`, or what the reference is good for"},
    {"hardly_matters",
     "share of the period: methods that take so much more count as equally cheap"},
    {"share", "of the period that steps may take"},
    {"reference", "what errors are measured against"},
    {"reference.method", "its method"},
    {"reference.agreement", "with a looser run of it: how good it is"},
    {"reference.horizon", "how far it goes, in s"},
    {"reference.until", "end of the manoeuvre in s"},
    {"considered", "methods that fit the model"},
    {"screened", "methods with steps that were looked at"},
    {"failed", "of those, the ones with a step that failed"},
    {"too_slow", "of those"},
    {"all_screened", "false: time was up"},
    {"status", "`ok`, or `interrupted`: what is there was found until then"},
    {"trials", "list of runs from start to end, the fastest first"},
    {"trials[].method", "in words"},
    {"trials[].step", "s"},
    {"trials[].usual_s", "what 99.9 % of the periods take at most"},
    {"trials[].worst_s", "what the slowest took"},
    {"trials[].error",
     "the larger of two: the largest position error of a body, divided by the distance that bodies "
     "move; and the root mean square error of an output or force, divided by its range; null: "
     "failed"},
    {"trials[].most_off", "the output or force that is off most; null: it is a body"},
    {"trials[].drift", "largest, maximum norms"},
    {"trials[].drift.position", "of g"},
    {"trials[].drift.velocity", "of G v + gI"},
    {"trials[].radius", "largest spectral radius of a step; null: not known"},
    {"trials[].grows",
     "whether a change grows that the motion would not let grow; null: not known"},
    {"trials[].frontier", "nothing here is both faster and more accurate"},
    {"trials[].meets", "period, accuracy and stability, and nothing is red"},
    {"trials[].certified", "whether `takt certify` has looked at it"},
    {"trials[].red", "list of what it found that does not hold"},
    {"trials[].status", "`ok`, or why a step failed"},
    {"recommended", "number of the trial, from 0; null: none meets everything"},
    {"nearest", "number of the trial; null: none gets through in time"},
    {"why", "the reason, in words"},
    {"run", "the command that runs it; left out when there is neither"},
    {"paste",
     "`experiment:` of the model file with it; null for problems, with `--set`, "
     "and where nothing is recommended"},
};

// Together they have every key.
std::vector<JsonPage::Json> tune_samples() {
  certify::Advice a;
  a.trials.emplace_back();
  a.recommended = 0;
  return {to_json(a)};
}

}  // namespace

JsonPage tune_json() {
  return {"takt tune", "One object, with exit codes 0, 5 and 130.", tune_keys, tune_samples};
}

}  // namespace takt::app
