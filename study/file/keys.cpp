#include "study/file/keys.hpp"

#include "study/design/study.hpp"

namespace takt::study {
namespace {

constexpr StudyKey keys[] = {
    {"", "study", "1", "version of the format"},
    {"", "name", "text", "for pages; else the name of the file"},
    {"", "description", "text", "of what it is about"},
    {"", "model", "name or file", "a shipped model, or a model file beside the study"},
    {"", "set", "{path: value}", "for all cases, as --set has it"},
    {"", "until", "time", "end of each run; else the model's"},
    {"", "assemble", "true|false", "move each start onto the constraints first"},
    {"", "parameters", "{path: ...}", "what differs between cases: see below"},
    {"", "samples", "{...}", "how random parameters are drawn"},
    {"", "seed", "whole number", "of all random numbers of the study (0)"},
    {"", "inputs", "file, or list of files",
     "values of inputs over time, as --inputs has them; a list is an axis of the study"},
    {"", "methods", "list", "an axis of the study: methods, or method files"},
    {"", "steps", "list", "an axis of the study: lengths of a step"},
    {"", "every", "time",
     "between the samples of which metrics are computed, for fixed steps; else every step"},
    {"", "metrics", "{name: ...}", "what is kept of a case: see below"},
    {"", "keep", "{...}", "what else is kept of cases"},
    {"", "limits", "{...}", "a case that exceeds them is recorded as failed"},
    {"", "fit", "{...}", "for takt fit: what is sought, and what was measured"},
    {"samples", "count", "whole number", "how many; of `sensitivity` blocks of d + 2"},
    {"samples", "design", "word", "monte_carlo (default), latin_hypercube, sobol, sensitivity"},
    {"keep", "signals", "list of columns", "written for each case, as signals/case-N.csv"},
    {"keep", "every", "time", "between their rows; else all samples"},
    {"keep", "results", "list of cases", "whole results as results/case-N.h5"},
    {"limits", "steps", "whole number", "accepted steps of a case; the same on every machine"},
    {"limits", "time", "time",
     "of a case on the wall clock: which cases exceed it depends on the machine"},
    {"metric", "from", "time", "samples from then on (0)"},
    {"metric", "to", "time", "samples until then (the end)"},
    {"metric", "share", "number", "of `percentile`, between 0 and 1 (0.95)"},
    {"metric", "limit", "quantity", "of `time_above`"},
    {"parameter", "least", "quantity", "of `normal`: nothing below"},
    {"parameter", "most", "quantity", "of `normal`: nothing above"},
    {"fit", "parameters", "{path: {start:, least:, most:}}", "what is sought, between bounds"},
    {"fit", "runs", "list", "of measured runs"},
    {"run", "data", "file", "CSV with the column t, beside the study"},
    {"run", "set", "{path: value}", "for this run"},
    {"run", "signals", "{signal: {column:, unit:, deviation:}}",
     "which column of the file measures which column of results, or formula of them; its unit; the "
     "standard deviation of its noise, in that unit"},
    {"signal", "column", "name", "of the file; else the name of the signal"},
    {"signal", "unit", "unit", "of the file's numbers (SI)"},
    {"signal", "deviation", "number", "of the noise, in that unit; else estimated from the residuals"},
    {"sought", "start", "quantity", "where the search begins"},
    {"sought", "least", "quantity", "bound"},
    {"sought", "most", "quantity", "bound"},
};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string head(std::string_view title, std::string_view columns, int count) {
  std::string out = "\n" + std::string(title) + "\n\n" + std::string(columns) + "\n|";
  for (int k = 0; k < count; ++k) out += " --- |";
  return out + "\n";
}

std::string table_of(std::string_view section, std::string_view title) {
  std::string out = head(title, "| key | value | meaning |", 3);
  for (const StudyKey& k : keys)
    if (k.section == section)
      out += "| `" + std::string(k.name) + "` | " + escaped(k.form) + " | " + escaped(k.meaning) +
             " |\n";
  return out;
}

}  // namespace

std::span<const StudyKey> study_keys() noexcept { return keys; }

std::vector<std::string> keys_of(std::string_view section) {
  std::vector<std::string> names;
  for (const StudyKey& k : keys)
    if (k.section == section) names.emplace_back(k.name);
  return names;
}

std::string study_keys_as_markdown() {
  std::string out = table_of("", "The file:");
  out += head("One of these for each parameter; a list in brackets is short for `list`:",
              "| key | value | meaning |", 3);
  for (const SpreadEntry& e : spreads())
    out += "| `" + std::string(e.name) + "` | `" + std::string(e.form) + "` | " +
           escaped(e.meaning) + " |\n";
  for (const StudyKey& k : keys)
    if (k.section == "parameter")
      out += "| `" + std::string(k.name) + "` | " + escaped(k.form) + " | " + escaped(k.meaning) +
             " |\n";
  out += table_of("samples", "`samples`:");
  out += head("Designs:", "| design | samples |", 2);
  for (const DesignEntry& e : designs())
    out += "| `" + std::string(e.name) + "` | " + escaped(e.meaning) + " |\n";
  out += head("One of these for each metric, whose value is a signal: a column of result files or a "
              "formula of columns:",
              "| key | of | meaning |", 3);
  for (const MeasureEntry& e : measures())
    out += "| `" + std::string(e.name) + "` | " + escaped(e.of) + " | " + escaped(e.meaning) + " |\n";
  out += table_of("metric", "And beside it:");
  out += head("What `count` counts:", "| word | meaning |", 2);
  for (const Counted& c : counted())
    out += "| `" + std::string(c.name) + "` | " + escaped(c.meaning) + " |\n";
  out += table_of("keep", "`keep`:") + table_of("limits", "`limits`:") + table_of("fit", "`fit`:") +
         table_of("sought", "A parameter that is sought:") + table_of("run", "A run:") +
         table_of("signal", "A signal of a run:");
  return out;
}

}  // namespace takt::study
