#include "study/run/case_runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/base/shell_word.hpp"
#include "takt/base/text.hpp"
#include "takt/base/thread_seconds.hpp"
#include "takt/base/version.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/line_file.hpp"
#include "takt/io/terminal/style.hpp"
#include "takt/method/composition.hpp"

namespace takt::study {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}

// What a case is refused for; files that cannot be written are thrown through.
struct FileError {
  Error error;
};

std::string in_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  while (true) {
    const std::size_t twice = text.find("  ");
    if (twice == std::string::npos) return text;
    text.erase(twice, 1);
  }
}

std::vector<std::string> formulas_of(const Study& s, std::vector<std::size_t>& number_of,
                                     std::vector<std::string>& at) {
  std::vector<std::string> formulas;
  for (const Metric& m : s.metrics) {
    number_of.push_back(0);
    if (!m.of_signal()) continue;
    const auto found = std::find(formulas.begin(), formulas.end(), m.of);
    number_of.back() = static_cast<std::size_t>(found - formulas.begin());
    if (found == formulas.end()) formulas.push_back(m.of), at.push_back(m.at);
  }
  for (const std::string& signal : s.keep.signals)
    formulas.push_back(signal), at.push_back(s.file + " keep: signals");
  return formulas;
}

std::vector<std::string> places(const Study& s) {
  std::vector<std::size_t> ignored;
  std::vector<std::string> at;
  formulas_of(s, ignored, at);
  return at;
}

std::vector<std::string> formulas(const Study& s, std::vector<std::size_t>& number_of) {
  std::vector<std::string> at;
  number_of.clear();
  return formulas_of(s, number_of, at);
}

std::string case_file(const std::string& folder, const char* kind, std::int64_t index,
                      const char* ending) {
  const std::filesystem::path in = std::filesystem::path(folder) / kind;
  std::error_code none;
  std::filesystem::create_directories(in, none);
  return (in / ("case-" + std::to_string(index) + ending)).string();
}

}  // namespace

// The kept signals of a case. The file appears when it is complete.
class CaseRunner::SignalFile {
 public:
  SignalFile(const Study& s, std::string path) : s_(s), path_(std::move(path)), file_(path_ + ".part") {
    std::string line = "t";
    for (const std::string& signal : s.keep.signals) line += "," + io::csv_cell(signal);
    file_.add(line + "\n");
  }
  void take(double t, std::span<const double> values, bool last) {
    if (t < next_ - 1e-9 * s_.keep.every && !last) return;
    if (s_.keep.every > 0) next_ = s_.keep.every * (std::floor(t / s_.keep.every + 1e-6) + 1);
    line_ = number(t);
    for (const double x : values) line_ += ',' + number(x);
    file_.add(line_ + "\n");
  }
  void finish() {
    file_.close();
    std::filesystem::rename(path_ + ".part", path_);
  }

 private:
  const Study& s_;
  std::string path_, line_;
  io::LineFile file_;
  double next_ = 0;
};

// Follows a run: adds up metrics, writes what is kept, and stops it where a limit is exceeded.
class CaseRunner::Watch final : public Sink {
 public:
  Watch(const Study& s, const Prepared& p, const std::vector<std::size_t>& signal_of,
        const std::atomic<bool>& stop, double until)
      : s_(s), p_(p), signal_of_(signal_of), stop_(stop), until_(until),
        row_(p.columns.names().size()), values_(p.signals.count()) {
    for (const Metric& m : s.metrics) metrics_.emplace_back(m);
  }

  void take(const Sample& sample) override {
    p_.columns.fill(sample, row_);
    p_.signals.evaluate(row_, values_, work_);
    const double t = sample.state.t;
    for (std::size_t k = 0; k < metrics_.size(); ++k)
      if (s_.metrics[k].of_signal()) metrics_[k].take(t, values_[signal_of_[k]]);
    if (file) {
      const std::size_t count = s_.keep.signals.size();
      file->take(t, std::span(values_).last(count), t >= until_);
    }
    ++samples_;
    if (counts_steps && s_.most_steps > 0 && samples_ > s_.most_steps + 1) {
      exceeded = "more than " + std::to_string(s_.most_steps) + " steps";
      end = true;
    }
    look_at_clock();
  }
  void look_at_clock() {
    if (stop_.load(std::memory_order_relaxed)) end = true;
    if (s_.most_seconds <= 0 || !exceeded.empty() || seconds_since(begin_) <= s_.most_seconds) return;
    exceeded = "took longer than " + number(s_.most_seconds) + " s";
    end = true;
  }

  std::vector<double> values() {
    std::vector<double> all;
    for (Accumulator& m : metrics_) all.push_back(m.value());
    return all;
  }

  std::unique_ptr<SignalFile> file;
  std::atomic<bool> end = false;
  std::string exceeded;
  bool counts_steps = true;  // there is a sample each step

 private:
  const Study& s_;
  const Prepared& p_;
  const std::vector<std::size_t>& signal_of_;
  const std::atomic<bool>& stop_;
  double until_;
  std::vector<Accumulator> metrics_;
  std::vector<double> row_, values_, work_;
  std::int64_t samples_ = 0;
  Clock::time_point begin_ = Clock::now();
};

CaseRunner::CaseRunner(const CaseTable& table, std::string folder, int workers)
    : table_(table), folder_(std::move(folder)),
      models_(table.study(), formulas(table.study(), signal_of_), places(table.study()),
              static_cast<std::size_t>(2 * workers + 2)) {}

Outcome CaseRunner::run(std::int64_t index, const std::atomic<bool>& stop) {
  const double begin = thread_seconds();
  Outcome out;
  out.metrics.assign(table_.study().metrics.size(), std::nan(""));
  try {
    simulate(table_.at(index), stop, out);
  } catch (const FileError& e) {
    throw e.error;
  } catch (const Error& e) {
    out.status = "refused";
    out.error = in_one_line(e.what() + (e.where.empty() ? "" : " (" + e.where + ")") +
                            (e.hint.empty() ? "" : "; " + e.hint));
  } catch (const std::bad_alloc&) {
    out.status = "refused";
    out.error = "memory ran out";
  }
  out.seconds = thread_seconds() - begin;
  return out;
}

void CaseRunner::simulate(const Case& c, const std::atomic<bool>& stop, Outcome& out) {
  const Study& s = table_.study();
  const double begin = thread_seconds();
  const std::shared_ptr<const Prepared> p = models_.of(c);
  out.opening_seconds = thread_seconds() - begin;
  const Method method = io::method_for(p->model, c.step);
  const bool adaptive = compose(method).adaptive();
  SetUp set_up;
  set_up.until = s.until > 0 ? s.until : p->model.until;
  const double steps = set_up.until / method.step;
  if (!adaptive && s.most_steps > 0 && steps > static_cast<double>(s.most_steps) * (1 + 1e-9)) {
    out.status = "limit";
    out.error = "it has more than " + std::to_string(s.most_steps) + " steps";
    return;
  }
  Engine engine(p->model.system, method, p->model.start, set_up);
  Watch watch(s, *p, signal_of_, stop, set_up.until);
  RunOptions o;
  if (s.every > 0 && !adaptive) {
    const double ratio = s.every / method.step;
    if (std::abs(ratio - std::round(ratio)) > 1e-6 || ratio < 0.5)
      throw Error("every (" + number(s.every) + " s) is no multiple of the step of " +
                      number(method.step) + " s",
                  "every", "choose a multiple of all steps");
    o.every = s.every;
    // Without them, the states between samples are not looked at.
    o.look_every_step = std::any_of(s.metrics.begin(), s.metrics.end(), [](const Metric& m) {
      return m.measure == Measure::drift || (m.measure == Measure::count && m.of == "crossings");
    });
    watch.counts_steps = false;
  }
  o.bound = false;
  o.time_steps = false;
  o.interrupt = &watch.end;
  o.progress = [&](double) { watch.look_at_clock(); };
  o.observe = p->record.observed();
  std::vector<Sink*> sinks{&watch};
  std::unique_ptr<io::ResultFile> results;
  const bool whole =
      std::find(s.keep.results.begin(), s.keep.results.end(), c.index) != s.keep.results.end();
  Summary summary;
  try {
    if (!s.keep.signals.empty())
      watch.file = std::make_unique<SignalFile>(s, case_file(folder_, "signals", c.index, ".csv"));
    if (whole) {
      io::Provenance from;
      from.model = p->model.name;
      from.model_text = io::text_of_model(s.model);
      from.source = s.model;
      from.set = c.set;
      from.method = to_string(compose(method).method);
      from.step = method.step;
      from.command = command_of(s, c);
      from.version = version_and_commit();
      from.until = set_up.until;
      from.every = o.every;
      const std::string path = case_file(folder_, "results", c.index, ".h5");
      results = io::format_of(path).open(path, p->columns, from);
      sinks.push_back(results.get());
    }
    summary = takt::run(engine, o, sinks);
    summary.model = p->model.name;
    if (watch.file && !(stop && watch.exceeded.empty())) watch.file->finish();
  } catch (const Error& e) {
    if (e.fault == Fault::other) throw FileError{e};  // a full disk, for example
    throw;
  }
  out.t_end = summary.t_end;
  if (summary.status == Status::interrupted) {
    out.interrupted = watch.exceeded.empty();
    out.status = "limit";
    out.error = watch.exceeded + ", at t = " + io::short_number(summary.t_end, 6) + " s";
    return;
  }
  out.status = std::string(to_string(summary.status));
  if (summary.status != Status::ok) {
    out.error = in_one_line("last good time " + io::short_number(summary.t_end, 9) + " s" +
                            (summary.failure.empty() ? "" : ": " + summary.failure));
    return;
  }
  finish_metrics(c, summary, watch.values(), out);
}

void CaseRunner::finish_metrics(const Case& c, const Summary& summary, std::vector<double> all,
                                Outcome& out) const {
  const Study& s = table_.study();
  std::vector<std::string> names;
  std::vector<double> known;
  for (std::size_t k = 0; k < s.parameters.size(); ++k) {
    double x = 0;
    names.push_back(s.parameters[k].path);
    known.push_back(parse_number(c.cells[k], x) ? x : std::nan(""));
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Metric& m = s.metrics[k];
    if (m.measure == Measure::drift)
      all[k] = m.of == "position"   ? summary.max_drift.position
               : m.of == "velocity" ? summary.max_drift.velocity
                                    : summary.max_drift.acceleration;
    if (m.measure == Measure::count)
      for (const Counted& one : counted())
        if (one.name == m.of) all[k] = static_cast<double>(one.of(summary));
    if (m.measure == Measure::formula) all[k] = element::Expression::compile(m.of, names)(known);
    names.push_back(m.name);
    known.push_back(all[k]);
  }
  out.metrics = std::move(all);
}

std::string command_of(const Study& s, const Case& c) {
  std::string command = "takt run " + shell_word(s.model);
  for (const std::string& set : c.set)
    command += set.starts_with("u=") ? " --inputs " + shell_word(set.substr(2))
                                     : " --set " + shell_word(set);
  if (s.assemble) command += " --assemble";
  if (!c.method.empty()) command += " --method " + shell_word(c.method);
  if (c.step > 0) command += " --step " + number(c.step);
  if (s.until > 0) command += " --until " + number(s.until);
  return command;
}

}  // namespace takt::study
