#include "web/report/run_page.hpp"

#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/terminal/style.hpp"
#include "web/report/method_in_words.hpp"
#include "web/report/run_charts.hpp"
#include "web/report/run_findings.hpp"

namespace takt::web {
namespace {

struct MethodOfRun {
  std::string explained;  // empty: this program does not know the method
  bool adaptive = false;
};

MethodOfRun method_of(const io::Provenance& from) {
  if (from.method.empty()) return {};
  try {
    Method method = io::read_method(from.method);
    if (from.step > 0) method.step = from.step;
    const Composition c = compose(method);
    return {in_words(c), c.adaptive()};
  } catch (const Error&) {
    return {};
  }
}

bool is_yaml(const std::string& name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

// Of the model, without the folder: "iltis.yaml".
std::string file_name(const io::Provenance& from) {
  const std::string& source = from.source.empty() ? from.model : from.source;
  const std::string name = std::filesystem::path(source).filename().string();
  return is_yaml(name) ? name : name + ".yaml";
}

// The name of the model; of a file without one the name of the file.
std::string title_of(const io::Provenance& from) {
  if (from.model.empty()) return "results";
  return is_yaml(from.model) ? std::filesystem::path(from.model).stem().string() : from.model;
}

// In the words of `takt show`.
std::string no_picture_note(const RunReport& r) {
  if (r.scene || r.from.model.empty() || !r.from.model_text.empty()) return "";
  return "'" + r.from.model + "' is a problem written by hand: it has no bodies, so no picture.";
}

std::string thinned_note(const DataTable& series) {
  if (!series.thinned) return "";
  return "Of " + io::grouped(*series.thinned) +
         " rows, two stand for an interval of time: the smallest and the largest value of each "
         "signal in it.";
}

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + " " + b;
}

}  // namespace

Page run_page(RunReport r) {
  Page page;
  page.kind = "run";
  page.title = title_of(r.from);
  page.subtitle = r.description;
  page.version = r.from.version;
  page.command = r.page_command.empty() ? r.from.command : r.page_command;
  if (page.command != r.from.command) page.run_command = r.from.command;
  const MethodOfRun method = method_of(r.from);
  page.method = r.from.method;
  page.method_explained = method.explained;
  const double step = method.adaptive ? 0 : r.from.step;
  if (r.summary) {
    page.warnings = warnings_of(*r.summary);
    // A run that failed is opened where it failed. One that was stopped by hand did nothing wrong.
    if (r.summary->status != Status::ok && r.summary->status != Status::interrupted)
      page.opens_at = r.summary->t_end;
    page.cards = cards_of(*r.summary, step);
  } else {
    page.cards = cards_of(r.series);
  }
  page.warnings.insert(page.warnings.end(), r.warnings.begin(), r.warnings.end());

  const auto add = [&](auto section) {
    if (section) page.sections.emplace_back(std::move(*section));
  };
  if (r.scene)
    page.sections.push_back(SceneSection{"mechanism", "Mechanism", r.scene_note,
                                         std::move(*r.scene),
                                         r.frames.columns.empty() ? "" : "frames"});
  const DataTable& series = r.series;
  if (series.columns.size() > 1) {
    std::vector<std::string> tables{"series"};
    if (!r.frames.columns.empty()) tables.emplace_back("frames");
    page.sections.push_back(SignalsSection{"signals", "Signals",
                                           joined(no_picture_note(r), thinned_note(series)), tables,
                                           first_plots(series)});
    add(drift_plot(series, r.summary ? r.summary->bound : std::nullopt));
    add(energy_plots(series));
    add(solver_plots(series));
  }
  if (r.summary) add(step_time_chart(r.summary->step_time, step));
  if (!r.from.model_text.empty())
    page.sections.push_back(
        SourceSection{"model", "Model", "", r.from.model_text, file_name(r.from), r.from.set});
  if (!series.columns.empty()) page.tables.push_back(std::move(r.series));
  if (!r.frames.columns.empty()) page.tables.push_back(std::move(r.frames));
  return page;
}

}  // namespace takt::web
