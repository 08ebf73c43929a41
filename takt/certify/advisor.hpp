// `takt tune`: finds the method and the step for a model. It tries all bounded methods (methods
// with a fixed cost per step) of the catalogues with steps that divide the period, on the user's
// own manoeuvre: first short runs from a few times at which much happens, then the best ones from
// start to end, compared with a tight reference.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/certify/tight_reference.hpp"
#include "takt/simulate/run.hpp"

namespace takt::certify {

struct TuneOptions {
  double period = 1e-3, accuracy = 1e-3, until = 1;
  double seconds = 90;               // time budget of the whole search
  double share = 0.7;                // share of the period that the steps may take
  double nothing = 0.05;             // share of the period that is too small a cost to matter
  int full_runs = 14;                // number of runs from start to end
  std::vector<std::string> methods;  // empty: all bounded methods
  // `--set` options of the opener, for the command that runs the advice
  std::vector<std::string> set;
  std::function<std::int64_t()> clock;  // ns; empty: processor time of this thread
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double share)> progress;  // share of the time budget that is used
};

struct Trial {
  std::size_t candidate = 0;  // index of the candidate
  std::string method;
  double step = 0;  // s
  Status status = Status::ok;
  double usual = 0, worst = 0;  // s of computing per period: 99.9 % quantile, slowest
  double error = 0;             // of places, outputs and forces, measured as in view.hpp
  std::string most_off;         // output or force with the largest error; empty: a place has it
  Drift drift;
  double radius = 0;      // largest spectral radius of a step along the constraints; 0: not known
  bool grows = false;     // small changes grow more than in the motion itself
  bool unsure = false;    // not known whether they grow: differences of two sizes disagree
  bool frontier = false;  // no other trial is both faster and more accurate
  bool meets = false;     // deadline, accuracy and stability, and no red finding
  bool certified = false;
  std::vector<std::string> red;  // findings of `takt certify` that do not hold
};

struct Advice {
  std::string model, reference;
  std::string source;            // the model as the user named it
  std::vector<std::string> set;  // values of its parameters that the user set
  bool in_a_file = false;        // the model is a mechanism: its file has an `experiment:`
  double usual_until = 0;        // s: end time that the model gives
  double period = 0, accuracy = 0, share = 0, until = 0, horizon = 0, agreement = 0;
  double nothing = 0;  // share of the period that is too small a cost to matter
  // Accuracy of outputs and forces: `accuracy`, or what the reference can judge
  double shown_accuracy = 0;
  double seconds = 0;                    // time budget of the search
  std::size_t considered = 0;            // methods that fit the model
  std::size_t screened = 0;              // pairs of method and step that were tried in short runs
  std::size_t failed = 0, too_slow = 0;  // of those
  bool all_screened = true;              // false: time was up before
  std::size_t not_run = 0;               // exact enough in the short runs, but time was up
  bool interrupted = false;              // by the user; the results are what was found until then
  List<Trial> trials;                    // runs from start to end, fastest first
  int recommended = -1;                  // index in trials; -1: none meets all requirements
  int nearest = -1;                      // index in trials of the one that comes nearest to them
  std::string why;                       // the reason, as text
};

Advice tune(const Opener&, const TuneOptions&);

// The `experiment:` block of the model file with the method of a trial. Empty for built-in
// problems, which have no file, and where the user has set parameters, because the block in the
// file would apply to all values of the parameters.
std::string lines_to_paste(const Advice&, const Trial&);
std::string command_of(const Advice&, const Trial&);  // takt run ...

}  // namespace takt::certify
