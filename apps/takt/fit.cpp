// takt fit STUDY: parameters from measured data. The program takt-fit beside this one does it, because it needs a
// library for least squares that not every machine has.
#include <algorithm>
#include <memory>
#include <thread>

#include "command.hpp"
#include "sibling.hpp"
#include "takt/base/error.hpp"
#include "takt/io/results/report_file.hpp"

namespace takt::app {
namespace {

struct FitWords {
  std::string study, out;
  int jobs = 0;
  bool json = false, quiet = false;
};

void fit(const FitWords& w) {
  if (!w.out.empty() && !w.out.ends_with(".csv"))
    throw Error("'" + w.out + "' does not end in .csv", "output", "write --out FILE.csv",
                Fault::usage);
  if (!w.out.empty()) io::require_writable(w.out);
  const int jobs =
      w.jobs > 0 ? w.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  become_sibling(
      "takt-fit",
      {w.study, std::to_string(jobs), w.out,
       w.json    ? "json"
       : w.quiet ? "quiet"
                 : ""},
      "this takt was built without a library for least squares (Ceres; Debian: libceres-dev)",
      "install it and build again: cmake --build build --target takt-fit");
}

void add_fit(CLI::App& app, Context&) {
  auto w = std::make_shared<FitWords>();
  add_word(app, "STUDY", "", w->study,
           "a study file with `fit`: what is sought, and what was measured")
      ->required();
  add_word(app, "--jobs", "N", w->jobs, "threads (as many as there are processors)");
  add_word(app, "--out", "FILE.csv", w->out, "write what was measured and simulated");
  app.add_flag("--json", w->json, "the result as one JSON object, with the covariance");
  app.add_flag("--quiet", w->quiet, "print nothing");
  app.callback([w] { fit(*w); });
}

}  // namespace

Command fit_command() { return {"fit", "find parameters from measured runs", add_fit}; }

}  // namespace takt::app
