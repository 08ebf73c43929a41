// takt report RESULT -o FILE.html: the page of a run from its result file.
#include <fmt/format.h>

#include <cstdio>

#include "command.hpp"
#include "page_file.hpp"
#include "results.hpp"
#include "takt/base/error.hpp"
#include "takt/base/version.hpp"
#include "takt/io/results/catalogue.hpp"
#include "web/page/html.hpp"
#include "web/report/result_report.hpp"

namespace takt::app {
namespace {

struct ReportWords {
  std::string result, out, model, method;
  std::vector<std::string> set;
};

// The model of a CSV file, which holds none: the user names it.
struct Given {
  std::optional<io::OpenModel> model;
  std::string why_not;  // there are plots only
};

Given model_by_user(const ReportWords& w) {
  if (w.model.empty())
    return {std::nullopt,
            "A CSV file does not say which model it is of, so there are plots only: with --model "
            "MODEL the mechanism moves."};
  return {io::open_model(w.model, w.set, w.method), ""};
}

Given model_of_file(const io::Provenance& from) {
  try {
    std::optional<io::OpenModel> model = web::model_in(from);
    if (model) return {std::move(model), ""};
    return {std::nullopt, "The file does not hold the model, so there are plots only."};
  } catch (const Error& e) {
    return {std::nullopt, "There are plots only, because the model in the file cannot be used: " +
                              std::string(e.what()) +
                              (e.where.empty() ? "" : " (" + e.where + ")")};
  }
}

void report(const ReportWords& w, const std::string& command) {
  require_page(w.out, "-o");
  require_others({w.out}, w.result);
  const io::FormatEntry& format = io::format_of(w.result);
  const std::unique_ptr<io::ResultReader> reader = format.read(w.result);
  const bool knows = !reader->from().version.empty();
  if (knows && (!w.model.empty() || !w.set.empty() || !w.method.empty()))
    throw Error("'" + w.result + "' holds its model, settings and method", "--model",
                "leave --model, --set and --method out", Fault::usage);
  const Given given = knows ? model_of_file(reader->from()) : model_by_user(w);
  web::RunReport page = web::report_of(*reader, given.model ? &*given.model : nullptr);
  if (!given.why_not.empty()) page.warnings.insert(page.warnings.begin(), given.why_not);
  page.page_command = command;
  if (!knows) {
    page.from.command = command;
    page.from.version = version_and_commit();
    page.from.set = w.set;
    if (given.model) {
      page.from.model = given.model->name;
      page.from.source = w.model;
      page.from.model_text = io::text_of_model(w.model);
    } else {
      page.from.model = w.result;
    }
  } else if (!page.summary) {
    page.warnings.insert(page.warnings.begin(),
                         "The file has no summary: the run was ended from outside, or by another "
                         "version. Times of steps and the energy account are not known.");
  }
  web::write_page(w.out, web::run_page(std::move(page)));
  fmt::print("{}\n", w.out);
}

void add_report(CLI::App& app, Context& context) {
  auto w = std::make_shared<ReportWords>();
  add_word(app, "RESULT", "", w->result, "a file that --out wrote: " + io::file_names())
      ->required();
  add_word(app, "-o,--out", "FILE.html", w->out, "the page to write")->required();
  add_word(app, "--model", "MODEL", w->model,
           "of a CSV file: the model of the run, to show it moving; else there are plots only");
  add_repeated(app, "--set", "PATH=VALUE", w->set, "with --model: the settings of the run");
  add_inputs(app, w->set);
  add_word(app, "--method", "METHOD", w->method,
           "with --model: the method of the run, or its coordinates alone (natural:)");
  app.callback([w, &context] { report(*w, context.command); });
}

}  // namespace

Command report_command() {
  return {"report", "write a page of a run from its results", add_report};
}

}  // namespace takt::app
