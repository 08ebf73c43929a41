// takt certify MODEL --method M --step h --period T: measures what a method guarantees on a model.
#include <cstdio>
#include <memory>

#include "apps/machine_code/step_trace.hpp"
#include "apps/takt/pages/certify_page.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "heap_watch.hpp"
#include "interrupt.hpp"
#include "page_file.hpp"
#include "positive_time.hpp"
#include "takt/certify/certificate_text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/results/report_file.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

struct CertifyWords {
  std::string model, method, step, period, until, out, report;
  std::vector<std::string> set;
  bool json = false, quiet = false, strict = false;
};

int certify(const CertifyWords& w, const Context& context) {
  if (!w.out.empty()) io::require_writable(w.out);
  if (!w.report.empty()) require_page(w.report, "--report");
  const io::OpenModel model = io::open_model(w.model, w.set, w.method);
  const Method method = io::method_for(model, w.step.empty() ? 0 : positive_time(w.step, "step"));
  certify::CertifyOptions o;
  o.until = w.until.empty() ? model.until : positive_time(w.until, "until");
  o.period = w.period.empty() ? method.step : positive_time(w.period, "period");
  o.heap = heap_watch();
  o.count_instructions = machine_code::trace;
  o.interrupt = &watch_for_interrupt();
  Progress progress(100, !w.quiet, "certified", " %");
  o.progress = [&](double share) { progress.show(100 * share); };
  const certify::Certificate c = certify::certify(model, method, o);
  progress.clear();
  const std::string json = certify::to_json(c).dump(2) + "\n";
  if (w.json)
    std::fputs(json.c_str(), stdout);
  else if (!w.quiet)
    std::fputs(certify::page(c, context.style).c_str(), stdout);
  if (!w.out.empty())  // last: if that fails, the results are on the screen
    io::write_report(w.out, w.out.ends_with(".json") ? json : certify::page(c, {}));
  if (!w.report.empty()) {
    write_page_file(w.report, certificate_page(c, stability_pictures(model, method)), context);
    if (!w.json && !w.quiet) name_page(w.report);
  }
  if (c.status == Status::interrupted) return interrupted;
  if (c.status != Status::ok) return solver_failed;
  if (c.breaks_budget()) return budget_violated;
  if (w.strict && certify::findings(c).front().verdict == certify::Verdict::fails) return failed;
  return done;
}

void add_certify(CLI::App& app, Context& context) {
  auto w = std::make_shared<CertifyWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)")
      ->required();
  add_word(app, "--method", "METHOD", w->method, "what is certified; else the model's own");
  add_word(app, "--step", "TIME", w->step, "length of a step (the model's, or 1ms)");
  add_word(app, "--period", "TIME", w->period,
           "time available to compute the steps of one period; else one step");
  add_word(app, "--until", "TIME", w->until, "end of the run; else the model's usual one");
  add_repeated(app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, q., v., z.<name> at the start, or u.<name> of an input");
  add_inputs(app, w->set);
  add_word(app, "--out", "FILE", w->out, "write the page to FILE, as JSON if it ends in .json");
  add_report_option(app, w->report, "what holds, computing times, drift, energy, stability");
  app.add_flag("--json", w->json, "the certificate as one JSON object");
  app.add_flag("--strict", w->strict, "exit code 1 if anything does not hold");
  app.add_flag("--quiet", w->quiet, "print nothing, no progress");
  app.callback([w, &context] { context.exit_code = certify(*w, context); });
}

}  // namespace

Command certify_command() {
  return {"certify", "measure what a method guarantees on a model: a certificate of one page",
          add_certify};
}

}  // namespace takt::app
