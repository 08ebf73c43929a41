// Which method and step? All bounded compositions of the catalogues over steps that divide the period,
// on the user's own manoeuvre: first from some of its liveliest moments, then the best from start to
// end, against a tight reference.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "takt/certify/tight_reference.hpp"
#include "takt/simulate/run.hpp"

namespace takt::certify {

struct TuneOptions {
  double period = 1e-3, accuracy = 1e-3, until = 1;
  double seconds = 90;               // of computing, all in all
  double share = 0.7;                // of the period that steps may take
  double nothing = 0.05;             // of the period: a cost that hardly matters
  int full_runs = 14;                // from start to end
  std::vector<std::string> methods;  // empty: all bounded compositions
  std::vector<std::string> set;      // what the opener sets, for the command that runs the advice
  std::function<std::int64_t()> clock;  // ns; empty: what this thread computes
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double share)> progress;  // of the time there is; called now and then
};

struct Trial {
  std::size_t candidate = 0;  // of those that fit
  std::string method;
  double step = 0;  // s
  Status status = Status::ok;
  double usual = 0, worst = 0;  // s of computing per period: 99.9 %, slowest
  double error = 0;             // of places, outputs and forces, as view.hpp measures them
  std::string most_off;         // the output or force that is off most; empty: it is a place
  Drift drift;
  double radius = 0;      // largest spectral radius of a step along the constraints; 0: not known
  bool grows = false;     // beyond what the motion itself does
  bool unsure = false;    // whether it grows: differences of two sizes disagree
  bool frontier = false;  // nothing measured is both faster and more accurate
  bool meets = false;     // deadline, accuracy, stability, and nothing red
  bool certified = false;
  std::vector<std::string> red;  // what `takt certify` finds that does not hold
};

struct Advice {
  std::string model, reference;
  std::string source;            // the model as it was asked for
  std::vector<std::string> set;  // what was set in it
  bool in_a_file = false;        // a mechanism: its file has an `experiment:`
  double usual_until = 0;        // s, of the model
  double period = 0, accuracy = 0, share = 0, until = 0, horizon = 0, agreement = 0;
  double nothing = 0;          // of the period: a cost that hardly matters
  double shown_accuracy = 0;   // of outputs and forces: what the reference can judge, or `accuracy`
  double seconds = 0;          // the search had
  std::size_t considered = 0;  // methods that fit the model
  std::size_t screened = 0;    // methods with steps looked at
  std::size_t failed = 0, too_slow = 0;  // of those
  bool all_screened = true;              // else time was up
  std::size_t not_run = 0;               // good enough when screened, but time was up
  bool interrupted = false;              // by the user: what is there was found until then
  std::vector<Trial> trials;             // from start to end, fastest first
  int recommended = -1;                  // of trials; -1: none meets everything
  int nearest = -1;                      // then: the one that comes nearest
  std::string why;                       // one sentence
};

Advice tune(const Opener&, const TuneOptions&);

// `experiment:` of the model file with a trial's method. Empty for problems, which have no file, and
// where the user has set something: the file would have the method for all settings.
std::string lines_to_paste(const Advice&, const Trial&);
std::string command_of(const Advice&, const Trial&);  // takt run ...

}  // namespace takt::certify
