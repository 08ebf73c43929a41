// takt compare MODEL: compares methods and steps, as a table, as CSV and as a work-precision plot.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "apps/takt/pages/compare_page.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "interrupt.hpp"
#include "page_file.hpp"
#include "plot.hpp"
#include "positive_time.hpp"
#include "takt/analyse/compare_methods.hpp"
#include "takt/base/choice.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/line_file.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

struct CompareWords {
  std::string model, until, reference, out, report;
  std::vector<std::string> methods, steps, set;
};

void print_table(const std::vector<analyse::Compared>& all, const io::Style& style) {
  io::Table table(comparison_columns());
  for (std::size_t k = 1; k < 9; ++k) table.right(k);
  for (const analyse::Compared& c : all) table.add(comparison_cells(c, style));
  std::fputs(table.text(style, "  ").c_str(), stdout);
}

constexpr std::string_view csv_header =
    "method,h,error,drift.position,drift.velocity,energy_change,cpu_s,us_per_step,realtime_factor,"
    "steps,t_end,status,energy_method,energy_resolution";

void write_csv(const std::vector<analyse::Compared>& all, const std::string& path) {
  io::LineFile file(path);
  file.add(std::string(csv_header) + "\n");
  for (const analyse::Compared& c : all) {
    const Summary& s = c.summary;
    file.add(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", io::csv_cell(s.method),
                         c.step, s.status == Status::ok ? number(c.error) : "",
                         s.max_drift.position, s.max_drift.velocity, s.energy_max_change, s.cpu_s,
                         s.step_time.mean() * 1e-3, s.realtime_factor(), s.steps, s.t_end,
                         to_string(s.status), s.energy.method, s.energy.resolution));
  }
  file.close();
}

void print_plot(const std::vector<analyse::Compared>& all, const io::Style& style) {
  std::vector<Curve> curves;
  for (const analyse::Compared& c : all) {
    if (c.summary.status != Status::ok) continue;
    if (curves.empty() || curves.back().name != c.summary.method)
      curves.push_back({c.summary.method, {}});
    curves.back().points.emplace_back(c.summary.cpu_s, c.error);
  }
  std::fputs(log_log_plot(curves, "CPU s", "error", style).c_str(), stdout);
}

int compare(const CompareWords& w, const Context& context) {
  const io::Style& style = context.style;
  if (!w.report.empty()) require_page(w.report, "--report");
  if (!w.out.empty() && !w.out.ends_with(".csv"))
    throw Error("'" + w.out + "' does not end in .csv", "output", "write --out FILE.csv",
                Fault::usage);
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  analyse::CompareOptions options;
  options.methods = w.methods;
  options.reference = w.reference;
  options.interrupt = &interrupt;
  if (!w.until.empty()) options.until = positive_time(w.until, "until");
  for (const std::string& list : w.steps)
    for (const std::string& word : split(list, ','))
      options.steps.push_back(positive_time(word, "step"));
  std::optional<Progress> progress;
  options.progress = [&](std::size_t finished, std::size_t count) {
    // Fails now, not after the runs, if it cannot be written.
    if (finished == 0 && !w.out.empty()) io::LineFile(w.out).close();
    if (!progress) progress.emplace(static_cast<double>(count), true, "run", "");
    progress->show(static_cast<double>(finished));
  };
  const analyse::Comparisons compared = analyse::compare_methods(
      [&](const io::StatedMethod& stated) { return io::open_model(w.model, w.set, stated); },
      options);
  if (progress) progress->clear();
  const std::vector<analyse::Compared>& all = compared.all;
  const bool failure = std::any_of(all.begin(), all.end(), [](const analyse::Compared& c) {
    return c.summary.status != Status::ok;
  });
  fmt::print("{}  until {}, error against {}\n\n", style.strong(compared.model),
             io::seconds_in_words(compared.until), compared.reference);
  print_table(all, style);
  print_plot(all, style);
  if (!w.out.empty()) {
    write_csv(all, w.out);
    fmt::print("\n  results  {}\n", w.out);
  }
  if (!w.report.empty()) {
    write_page_file(w.report, comparison_page(compared), context);
    if (w.out.empty()) fmt::print("\n");
    name_page(w.report);
  }
  if (interrupt.load()) return interrupted;
  return failure && all.size() == 1 ? solver_failed : done;
}

void add_compare(CLI::App& app, Context& context) {
  auto w = std::make_shared<CompareWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)")
      ->required();
  add_repeated(app, "--method", "METHOD", w->methods, "a method to compare; repeat for more");
  add_repeated(app, "--step", "TIME", w->steps, "steps to compare: 1ms,2ms,5ms (1ms)");
  add_word(app, "--until", "TIME", w->until, "end of the runs; else the model's usual one");
  add_repeated(app, "--set", "PATH=VALUE", w->set, "path=value, as for takt run");
  add_inputs(app, w->set);
  add_word(app, "--out", "FILE", w->out,
           "write the table to FILE.csv, a row for each method and step");
  add_report_option(app, w->report, "work-precision diagrams, slopes over the step, the table");
  add_word(app, "--reference", "METHOD", w->reference, "the method the error is taken against");
  app.footer(
      "Files: without --out and --report none; the table and the work-precision plot (error over "
      "CPU time) go "
      "to\n"
      "standard output. FILE.csv has the columns " +
      std::string(csv_header) + ".");
  app.callback([w, &context] { context.exit_code = compare(*w, context); });
}

}  // namespace

Command compare_command() {
  return {"compare", "methods and steps against a reference", add_compare};
}

}  // namespace takt::app
