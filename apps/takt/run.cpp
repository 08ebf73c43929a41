// takt run MODEL: simulates a model, prints a summary, writes results.
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include "command.hpp"
#include "complaint.hpp"
#include "interrupt.hpp"
#include "notes.hpp"
#include "page_file.hpp"
#include "positive_time.hpp"
#include "replay.hpp"
#include "results.hpp"
#include "rows.hpp"
#include "run_report.hpp"
#include "suggestion.hpp"
#include "takt/analyse/implicit_forces.hpp"
#include "takt/analyse/solver_failure.hpp"
#include "takt/base/text.hpp"
#include "takt/base/version.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/json.hpp"
#include "takt/io/results/on_grid.hpp"
#include "takt/io/terminal/report_text.hpp"
#include "takt/realtime/lockstep.hpp"
#include "takt/simulate/checkpoint.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

struct RunWords {  // options as typed
  std::string model, method, step, until, every, record, checkpoint, recording, resume, replay;
  std::vector<std::string> set, out, io;
  std::string period, timeout;  // of a controller in lockstep
  std::string report;
  std::optional<std::uint64_t> seed;
  bool assemble = false, json = false, quiet = false;
};

// Options that are not given are taken from the run that is continued.
RunWords with(RunWords w, const io::Provenance& from) {
  const auto take = [](std::string& word, const std::string& was) {
    if (word.empty()) word = was;
  };
  const auto time = [](double t) { return t > 0 ? number(t) : ""; };
  take(w.method, from.method);
  take(w.step, time(from.step));
  take(w.until, time(from.until));
  take(w.every, time(from.every));
  take(w.record, from.record);
  take(w.checkpoint, time(from.checkpoint));
  if (w.set.empty()) w.set = from.set;
  w.assemble = w.assemble || from.assembled;
  return w;
}

// The random numbers of a model depend on its parameter `seed`.
RunWords with_seed(RunWords w) {
  const std::string seed = "seed=" + std::to_string(*w.seed);
  for (const std::string& s : w.set)
    if (s.starts_with("seed="))
      throw Error("--seed and --set " + s + " set the same", "--seed", "keep one of them",
                  Fault::usage);
  if (!io::has_parameter(w.model, "seed"))
    throw Error("nothing in '" + w.model + "' is random: it has no parameter `seed`", "--seed",
                "leave it out", Fault::usage);
  w.set.push_back(seed);
  return w;
}

class Run {
 public:
  Run(const RunWords& words, const Context& context)
      : Run(words, context, {words.out, words.recording, !words.checkpoint.empty(), words.report}) {
  }

  int go() {
    const std::atomic<bool>& interrupt = watch_for_interrupt();
    if (model_.mechanism != nullptr && !w_.quiet) print_notes(model_.mechanism->model(), method_);
    if (!w_.quiet && !earlier_) print_moved(model_.moved);
    SetUp set_up;
    set_up.until = until_;
    Engine simulation(model_.system, method_, model_.start, set_up);
    if (earlier_) require_checkpoint(earlier_->checkpoint().memory, simulation, until_);
    const io::Columns columns(model_.system->names(), record_, model_.system->observable());
    io::RecordingHeader header;
    header.from = from_;
    results_.emplace(to_, columns, header, earlier_ ? &*earlier_ : nullptr);
    Progress progress(until_, !w_.quiet);
    RunOptions options;
    options.every = every_;
    options.observe = record_.observed();
    options.interrupt = &interrupt;
    options.progress = [&](double t) { progress.show(t); };
    std::optional<realtime::Lockstep> lockstep;
    if (!w_.io.empty()) {
      lockstep.emplace(w_.io, model_.system->names(), timeout_, &interrupt);
      options.controller = &*lockstep;
      options.control_every = control_every_;
    }
    Checkpoints checkpoints;
    checkpoints.every = from_.checkpoint;
    checkpoints.keep = [&](std::span<const std::byte> memory) { results_->keep(memory); };
    if (earlier_) checkpoints.resume = earlier_->checkpoint().memory;
    std::vector<Sink*> sinks = results_->sinks();
    if (results_->recording() != nullptr) sinks.push_back(&results_->counter());
    std::optional<RunReport> report;
    if (!to_.report.empty()) {
      report.emplace(model_, from_, compose(method_), earlier_ ? &earlier_->checkpoint() : nullptr);
      report->collect(options, sinks);
    }
    Summary summary = run(simulation, options, sinks, checkpoints);
    summary.model = model_.name;
    progress.clear();
    if (model_.mechanism != nullptr && !w_.quiet && !compose(method_).adaptive())
      print_coarse_steps(*model_.mechanism, method_.step, model_.start, summary.final_state);
    if (report) report->write(to_.report, summary);
    print(summary);
    return end(summary);
  }

 private:
  Run(const RunWords& words, const Context& context, Destinations to)
      : to_(std::move(to)), earlier_(read_earlier(words, to_)),
        w_(earlier_ ? with(words, earlier_->from()) : words), style_(context.style),
        model_(io::open_model(w_.model, w_.set, w_.method, w_.assemble)) {
    const RunWords& w = w_;
    require_destinations(to_);
    if (!w.record.empty()) record_ = io::parse_record(w.record, model_.mechanism != nullptr);
    until_ = w.until.empty() ? model_.until : positive_time(w.until, "until");
    if (!w.every.empty()) every_ = positive_time(w.every, "every");
    method_ = io::method_for(model_, w.step.empty() ? 0 : positive_time(w.step, "step"));
    if (!earlier_) require_rows(to_, w.every, w.record);
    if (!compose(method_).adaptive()) io::require_on_grid(every_, method_.step, "step");
    set_control();
    describe(context.command);
    if (earlier_) earlier_->require_same(from_);
  }

  void set_control() {
    for (const auto& [word, option] :
         {std::pair{&w_.period, "--period"}, {&w_.timeout, "--timeout"}})
      if (!word->empty() && w_.io.empty())
        throw Error(std::string(option) + " belongs to a controller, but there is no --io", option,
                    "add --io lockstep:udp:5005, for example, or leave it out", Fault::usage);
    if (w_.io.empty()) return;
    if (!w_.checkpoint.empty() || earlier_)
      throw Error(
          "a run with a controller cannot be saved and resumed: the controller has a state "
          "of its own",
          "--io", "leave --checkpoint and --resume out", Fault::usage);
    if (!w_.timeout.empty()) timeout_ = positive_time(w_.timeout, "timeout");
    if (w_.period.empty()) return;
    const double period = positive_time(w_.period, "period");
    control_every_ = std::llround(period / method_.step);
    if (control_every_ < 1 ||
        std::abs(static_cast<double>(control_every_) * method_.step - period) > 1e-9 * period)
      throw Error("a period of " + number(period) + " s is no whole number of steps of " +
                      number(method_.step) + " s",
                  "--period", "choose a multiple of the step", Fault::usage);
  }

  static std::optional<Earlier> read_earlier(const RunWords& words, Destinations& to) {
    if (words.resume.empty()) return std::nullopt;
    return std::optional<Earlier>(std::in_place, words.resume, Maker::run, to);
  }

  void describe(const std::string& command) {
    from_.model = model_.name;
    from_.model_text = io::text_of_model(w_.model);
    from_.source = w_.model;
    from_.set = w_.set;
    Method stated = compose(method_).method;
    if (model_.mechanism != nullptr && stated.coordinates.empty() &&
        model_.mechanism->coordinates() == mechanism::Coordinates::natural)
      stated.coordinates = "natural";  // they were given alone
    from_.method = to_string(stated);
    from_.step = method_.step;
    from_.command = command;
    from_.version = version_and_commit();
    from_.until = until_;
    from_.every = every_;
    if (!w_.checkpoint.empty()) from_.checkpoint = positive_time(w_.checkpoint, "checkpoint");
    from_.record = w_.record;
    from_.assembled = w_.assemble;
  }

  void print(const Summary& summary) const {
    if (w_.json) {
      std::puts(io::to_json(summary).dump(2).c_str());
    } else if (!w_.quiet) {
      io::ReportContext c;
      c.step = method_.step;
      c.adaptive = compose(method_).adaptive();
      c.files = results_->written();
      c.report = to_.report;
      c.implicit = analyse::implicit_forces(model_, compose(method_)).count;
      c.method_from = !w_.method.empty()     ? ""
                      : model_.stated.method ? "method of the model"
                                             : "default method";
      if (summary.status == Status::ok)
        c.try_next = another_method(model_,
                                    {w_.set, c.adaptive ? "" : w_.step, w_.until, w_.assemble,
                                     w_.io, w_.period, w_.timeout},
                                    summary.method, c.adaptive ? 1e-3 : method_.step);
      std::fputs(io::report_text(summary, c, style_).c_str(), stdout);
    }
  }

  int end(const Summary& summary) const {
    if (summary.status == Status::ok) return done;
    const bool by_user = summary.status == Status::interrupted;
    complain(analyse::stopped(summary, method_, *model_.system, results_->written(), to_.report));
    return by_user ? interrupted : solver_failed;
  }

  Destinations to_;
  std::optional<Earlier> earlier_;  // the run that is continued
  const RunWords w_;
  const io::Style& style_;
  io::OpenModel model_;
  io::Record record_;
  Method method_;
  double until_ = 0, every_ = 0, timeout_ = 10;
  std::int64_t control_every_ = 1;
  io::Provenance from_;
  std::optional<Results> results_;
};

int run(const RunWords& w, const Context& context) {
  if (!w.report.empty()) require_page(w.report, "--report");
  if (!w.replay.empty()) {
    if (!w.report.empty())
      throw Error("a replay makes no report", "--report",
                  "write --out FILE.h5 and then: takt report FILE.h5 -o " + w.report, Fault::usage);
    if (!w.method.empty() || !w.step.empty() || !w.until.empty() || !w.set.empty() || w.assemble ||
        !w.checkpoint.empty() || !w.recording.empty() || !w.resume.empty() || w.seed ||
        !w.io.empty())
      throw Error("a replay has its method, step, parameters and end from the recording",
                  "--replay", "leave them out; --out, --every and --record may stand there",
                  Fault::usage);
    const double every = w.every.empty() ? 0 : positive_time(w.every, "every");
    require_rows({w.out, "", false}, w.every, w.record);
    return replay({w.model, w.replay, w.record, w.out, every, w.json, w.quiet}, context.style);
  }
  if (w.model.empty())
    throw Error("MODEL is required", "takt run", "takt run --help shows what there is",
                Fault::usage);
  return Run(w.seed ? with_seed(w) : w, context).go();
}

void add_run(CLI::App& app, Context& context) {
  auto w = std::make_shared<RunWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)");
  add_word(app, "--method", "METHOD", w->method,
           "[coordinates:]formulation+integrator[+stabilisation][+jacobian], or a file with these "
           "parts");
  add_word(app, "--step", "TIME", w->step,
           "length of a step (the model's, or 1ms); of adaptive methods the first");
  add_word(app, "--until", "TIME", w->until, "end of the run; else the model's usual one");
  add_repeated(app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, q., v., z.<name> at the start, or u.<name> of an input");
  add_inputs(app, w->set);
  add_repeated(app, "--io", "CHANNEL", w->io,
               "a controller answers every period: lockstep:udp:PORT, lockstep:shm:NAME; without a "
               "clock, the same bits every time");
  add_word(app, "--period", "TIME", w->period,
           "of the controller, a multiple of the step; else one step");
  add_word(app, "--timeout", "TIME", w->timeout, "how long to wait for an answer (10s)");
  add_result_files(app, w->out);
  add_word(app, "--report", "FILE.html", w->report,
           "write a page with the moving mechanism, plots and what was held");
  add_word(app, "--every", "TIME", w->every,
           "time between rows, a multiple of the step; else every step is written");
  add_word(app, "--record", "WORDS", w->record,
           "more columns: lambda,accelerations,forces,reactions,bodies");
  add_word(app, "--checkpoint", "TIME", w->checkpoint,
           "simulated time between checkpoints, in " + io::recording_file_names() +
               " of --out or in that of --recording");
  add_word(app, "--recording", "FILE", w->recording, "keep checkpoints in FILE.rec");
  add_word(app, "--resume", "FILE", w->resume,
           "go on with the run in " + io::recording_file_names() +
               " or FILE.rec from its last checkpoint");
  app.add_flag("--assemble", w->assemble, "move the initial state to the constraints first");
  app.add_flag("--json", w->json, "the summary as one JSON object");
  app.add_flag("--quiet", w->quiet, "no summary, no progress");
  add_word(app, "--seed", "NUMBER", w->seed,
           "of the random numbers of a model that has a parameter seed");
  add_word(app, "--replay", "FILE", w->replay,
           "a recording of takt realtime: the same decisions and inputs, the same bits");
  app.callback([w, &context] { context.exit_code = run(*w, context); });
}

}  // namespace

Command run_command() { return {"run", "simulate a model and write results", add_run}; }

}  // namespace takt::app
