// takt run MODEL: simulate, print a summary, write results.
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "complaint.hpp"
#include "interrupt.hpp"
#include "positive_time.hpp"
#include "replay.hpp"
#include "solver_failure.hpp"
#include "suggestion.hpp"
#include "takt/io/catalogue.hpp"
#include "takt/io/json.hpp"
#include "takt/io/open_model.hpp"
#include "takt/io/read_method.hpp"
#include "takt/io/report_text.hpp"
#include "takt/simulate/initial.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

struct RunWords {  // as they were written
  std::string model, method, step, until, every, record, replay;
  std::vector<std::string> set, out;
  std::uint64_t seed = 0;
  bool assemble = false, json = false, quiet = false;
};

void require_output_names(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    io::format_of(paths[i]);
    for (std::size_t k = 0; k < i; ++k)
      if (paths[k] == paths[i])
        throw Error("--out '" + paths[i] + "' is given twice", "output", "keep one of them",
                    Fault::usage);
  }
}

bool is_file(const std::string& method) {
  return method.ends_with(".yaml") || method.ends_with(".yml");
}

// The method of a file in its text form; others are that already.
std::string in_words(const std::string& method) {
  return is_file(method) ? to_string(io::read_method(method)) : method;
}

class Run {
 public:
  Run(const RunWords& w, const io::Style& style)
      : w_(w), style_(style), model_(io::open_model(w.model, w.set, in_words(w.method))) {
    require_output_names(w.out);
    if (!w.record.empty()) record_ = io::parse_record(w.record, model_.mechanism != nullptr);
    until_ = w.until.empty() ? model_.until : positive_time(w.until, "until");
    if (!w.every.empty()) every_ = positive_time(w.every, "every");
    method_ = io::read_method(!w.method.empty()        ? w.method
                              : !model_.method.empty() ? model_.method
                                                       : default_method(model_.system->shape()));
    if (!w.step.empty())
      method_.step = positive_time(w.step, "step");
    else if (!is_file(w.method))  // a method file may have a step of its own
      method_.step = model_.step.value_or(1e-3);
  }

  int go() {
    const std::atomic<bool>& interrupt = watch_for_interrupt();
    if (w_.assemble) model_.start = assemble(*model_.system, model_.start);
    SetUp set_up;
    set_up.until = until_;
    Simulation simulation(model_.system, method_, model_.start, set_up);
    open_files();
    Progress progress(until_, !w_.quiet);
    RunOptions options;
    options.until = until_;
    options.every = every_;
    options.observe = record_.observed();
    options.interrupt = &interrupt;
    options.progress = [&](double t) { progress.show(t); };
    std::vector<Sink*> sinks;
    for (const auto& f : files_) sinks.push_back(f.get());
    Summary summary = run(simulation, options, sinks);
    summary.model = model_.name;
    progress.clear();
    print(summary);
    return end(summary);
  }

 private:
  void open_files() {
    for (const std::string& path : w_.out)
      files_.push_back(io::format_of(path).open(
          path, io::Columns(model_.system->names(), record_, model_.system->observable()), {}));
  }

  std::vector<io::WrittenFile> written() const {
    std::vector<io::WrittenFile> list;
    for (const auto& f : files_) list.push_back({f->path(), f->rows()});
    return list;
  }

  void print(const Summary& summary) const {
    if (w_.json) {
      std::puts(io::to_json(summary).dump(2).c_str());
    } else if (!w_.quiet) {
      io::ReportContext c;
      c.step = method_.step;
      c.adaptive = compose(method_).adaptive();
      c.files = written();
      if (summary.status == Status::ok) c.try_next = another_method(model_, summary.method);
      std::fputs(io::report_text(summary, c, style_).c_str(), stdout);
    }
  }

  int end(const Summary& summary) const {
    if (summary.status == Status::ok) return done;
    const bool by_user = summary.status == Status::interrupted;
    complain(stopped(summary, method_, *model_.system, written()));
    return by_user ? interrupted : solver_failed;
  }

  const RunWords& w_;
  const io::Style& style_;
  io::OpenModel model_;
  io::Record record_;
  Method method_;
  double until_ = 0, every_ = 0;
  std::vector<std::unique_ptr<io::ResultFile>> files_;
};

}  // namespace

void add_run(CLI::App& program, Context& context) {
  CLI::App* app = program.add_subcommand("run", "simulate a model and write results");
  auto w = std::make_shared<RunWords>();
  add_word(*app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)")
      ->required();
  add_word(*app, "--method", "METHOD", w->method,
           "[coordinates:]formulation+integrator[+stabilisation][+jacobian], or a file with these "
           "parts");
  add_word(*app, "--step", "TIME", w->step,
           "length of a step (the model's, or 1ms); of adaptive methods the first");
  add_word(*app, "--until", "TIME", w->until, "end of the run; else the model's usual one");
  add_repeated(*app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, or q., v., z.<name> at the start");
  add_repeated(*app, "--out", "FILE", w->out, "write results to FILE.csv");
  add_word(*app, "--every", "TIME", w->every, "time between rows; else every step is written");
  add_word(*app, "--record", "WORDS", w->record,
           "more columns: lambda,accelerations,forces,reactions,bodies");
  app->add_flag("--assemble", w->assemble, "move the initial state to the constraints first");
  app->add_flag("--json", w->json, "the summary as one JSON object");
  app->add_flag("--quiet", w->quiet, "no summary, no progress");
  add_word(*app, "--seed", "NUMBER", w->seed, "of random numbers, where a model has any");
  add_word(*app, "--replay", "FILE", w->replay,
           "a recording of takt realtime: the same decisions and inputs, the same bits");
  app->callback([w, &context] {
    context.exit_code =
        w->replay.empty()
            ? Run(*w, context.style).go()
            : replay({w->model, w->replay, w->record, w->out, w->json, w->quiet}, context.style);
  });
}

}  // namespace takt::app
