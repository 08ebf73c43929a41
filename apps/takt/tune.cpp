// takt tune MODEL --period T: tries bounded methods and steps on the model's own manoeuvre and
// recommends one.
#include <cmath>
#include <cstdio>
#include <memory>

#include "apps/takt/pages/tune_page.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "interrupt.hpp"
#include "page_file.hpp"
#include "positive_time.hpp"
#include "takt/certify/advice_page.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/results/report_file.hpp"
#include "takt/io/units/quantity.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

struct TuneWords {
  std::string model, period, until, accuracy = "1e-3", budget = "90s", out, report;
  std::vector<std::string> set, methods;
  bool json = false, quiet = false;
};

double positive(const std::string& text, const std::string& option) {
  const double x = io::parse_quantity(text, option, {}, "a number");
  if (!(x > 0))
    throw Error("--" + option + " must be positive, not " + text, option,
                "write --" + option + " 1e-3, for example", Fault::usage);
  return x;
}

void require_out(const std::string& out) {
  if (!out.empty() && !out.ends_with(".csv") && !out.ends_with(".json"))
    throw Error("'" + out + "' does not end in .csv or .json", "output",
                "write --out FILE.csv or --out FILE.json", Fault::usage);
  if (!out.empty()) io::require_writable(out);
}

// `--period 1` is a second.
void note_long_period(double period, double step) {
  constexpr double many = 100;
  if (period < many * step) return;
  const std::string text = io::seconds_in_words(step);
  std::fprintf(stderr,
               "note: a period of %s is %s steps of this model (%s): did you mean --period %gms?\n",
               io::seconds_in_words(period).c_str(),
               io::grouped(std::llround(period / step)).c_str(), text.c_str(), 1e3 * step);
}

int tune(const TuneWords& w, const Context& context) {
  require_out(w.out);
  if (!w.report.empty()) require_page(w.report, "--report");
  const certify::Opener open = [&](const std::string& method) {
    return io::open_model(w.model, w.set, method);
  };
  certify::TuneOptions o;
  o.period = positive_time(w.period, "period");
  o.accuracy = positive(w.accuracy, "accuracy");
  o.seconds = positive_time(w.budget, "budget");
  const io::OpenModel model = open("index1+heun");
  o.until = w.until.empty() ? model.until : positive_time(w.until, "until");
  if (!w.quiet) note_long_period(o.period, model.step.value_or(1e-3));
  for (const std::string& method : w.methods)
    o.methods.push_back(to_string(io::read_method(method)));
  o.set = w.set;
  o.interrupt = &watch_for_interrupt();
  Progress progress(o.seconds, !w.quiet, "searching", " s");
  o.progress = [&](double share) { progress.show(share * o.seconds); };
  const certify::Advice a = certify::tune(open, o);
  progress.clear();
  const std::string json = certify::to_json(a).dump(2) + "\n";
  if (w.json)
    std::fputs(json.c_str(), stdout);
  else if (!w.quiet)
    std::fputs(certify::page(a, context.style).c_str(), stdout);
  if (!w.out.empty())  // last: if that fails, the results are on the screen
    io::write_report(w.out, w.out.ends_with(".json") ? json : certify::csv(a));
  if (!w.report.empty()) {
    write_page_file(w.report, advice_page(a), context);
    if (!w.json && !w.quiet) name_page(w.report);
  }
  if (a.interrupted) return interrupted;
  return a.recommended >= 0 ? done : budget_violated;
}

void add_tune(CLI::App& app, Context& context) {
  auto w = std::make_shared<TuneWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)")
      ->required();
  add_word(app, "--period", "TIME", w->period, "time available to compute the steps of one period")
      ->required();
  add_word(app, "--accuracy", "NUMBER", w->accuracy,
           "largest error of bodies, outputs and forces, as a share of how far they go (1e-3)");
  add_word(app, "--until", "TIME", w->until, "end of the manoeuvre; else the model's usual one");
  add_repeated(app, "--method", "METHOD", w->methods, "only these; else all bounded ones");
  add_repeated(app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, q., v., z.<name> at the start, or u.<name> of an input");
  add_inputs(app, w->set);
  add_word(app, "--budget", "TIME", w->budget, "for the whole search (90s)");
  add_word(app, "--out", "FILE", w->out, "write the table to FILE.csv or FILE.json");
  add_report_option(app, w->report, "cost against error, the frontier, lines to paste");
  app.add_flag("--json", w->json, "the advice as one JSON object");
  app.add_flag("--quiet", w->quiet, "print nothing, no progress");
  app.callback([w, &context] { context.exit_code = tune(*w, context); });
}

}  // namespace

Command tune_command() {
  return {"tune", "let Takt choose method and step for a period", add_tune};
}

}  // namespace takt::app
