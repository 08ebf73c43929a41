// takt realtime MODEL: runs a model in real time, against the clock.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "command.hpp"
#include "complaint.hpp"
#include "control.hpp"
#include "interrupt.hpp"
#include "positive_time.hpp"
#include "results.hpp"
#include "rows.hpp"
#include "takt/base/text.hpp"
#include "takt/base/version.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/on_grid.hpp"
#include "takt/io/units/quantity.hpp"
#include "takt/realtime/doctor.hpp"
#include "takt/realtime/session.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

using realtime::End;
using realtime::Policy;

constexpr double examination = 2;  // s: duration of the test by --doctor

struct RealtimeWords {  // options as typed
  std::string model, method, step, period, until, policy = "skip", grace, awake, cheaper, on_loss,
                                                  every, record, recording, checkpoint, resume;
  std::vector<std::string> set, out, io;
  std::optional<int> max_burst, stop_after, patience;
  int cpu = -1, priority = 80;
  bool assemble = false, control = false, no_lock = false, doctor = false, json = false,
       quiet = false;
};

template <class Value> struct Word {
  const char* name;
  Value value;
};

template <class Value, std::size_t n>
Value one_of(const Word<Value> (&known)[n], const std::string& text, const std::string& option) {
  std::vector<std::string> names;
  for (const auto& k : known) {
    if (text == k.name) return k.value;
    names.emplace_back(k.name);
  }
  throw Error("'" + text + "' is not a value of " + option, option,
              did_you_mean(text, names, "write one of " + join(names, ", ")), Fault::usage);
}

constexpr Word<Policy> policies[] = {{"skip", Policy::skip},
                                     {"catch-up", Policy::catch_up},
                                     {"degrade", Policy::degrade},
                                     {"stop", Policy::stop}};
constexpr Word<realtime::OnLoss> losses[] = {{"hold", realtime::OnLoss::hold},
                                             {"extrapolate", realtime::OnLoss::extrapolate},
                                             {"stop", realtime::OnLoss::stop}};

int at_least(int value, int least, const std::string& option) {
  if (value < least)
    throw Error(
        option + " must be " + std::to_string(least) + " or more, not " + std::to_string(value),
        option, "write " + option + " 10, for example", Fault::usage);
  return value;
}

double time_or(const std::string& text, const std::string& option, double otherwise) {
  return text.empty() ? otherwise : positive_time(text, option);
}

realtime::Wanted wanted(const RealtimeWords& w) {
  if (w.priority < 0 || w.priority > 99)
    throw Error("--priority must be 1 to 99, or 0 for the usual scheduler, not " +
                    std::to_string(w.priority),
                "--priority", "write --priority 80", Fault::usage);
  if (w.cpu < -1)
    throw Error("there is no processor " + std::to_string(w.cpu), "--cpu",
                "count them from 0; nproc says how many there are", Fault::usage);
  return {w.priority, w.cpu, !w.no_lock};
}

// Refuses options that would have no effect, and says why.
void require_use(const RealtimeWords& w, const realtime::SessionOptions& o) {
  const auto refuse = [](bool idle, const std::string& what, const char* option,
                         const std::string& hint) {
    if (idle) throw Error(option + what, option, hint, Fault::usage);
  };
  const Policy policy = o.schedule.policy;
  const std::string is = ", but the policy is " + w.policy;
  refuse(w.max_burst && policy != Policy::catch_up && policy != Policy::degrade,
         " only applies to --policy catch-up or degrade" + is, "--max-burst",
         "add --policy catch-up, or leave it out");
  refuse(w.stop_after && policy != Policy::stop, " only applies to --policy stop" + is,
         "--stop-after", "add --policy stop, or leave it out");
  const std::string no_channel = ", but there is no --io";
  const std::string channel = "add --io udp:5005, for example, or leave it out";
  refuse(!w.on_loss.empty() && w.io.empty(),
         " says what a period does when no inputs come" + no_channel, "--on-loss", channel);
  refuse(w.patience && w.io.empty(), " counts periods without inputs" + no_channel, "--patience",
         channel);
  refuse(w.patience && o.inputs.on_loss == realtime::OnLoss::hold,
         " only applies to --on-loss extrapolate or stop, but --on-loss is hold", "--patience",
         "add --on-loss stop, or leave it out");
}

realtime::SessionOptions options(const RealtimeWords& w) {
  realtime::SessionOptions o;
  o.plant = {w.model, w.set, w.method, time_or(w.step, "step", 0), false, w.cheaper, w.assemble};
  o.schedule.policy = one_of(policies, w.policy, "--policy");
  o.plant.degrades = o.schedule.policy == Policy::degrade;
  if (!w.cheaper.empty() && !o.plant.degrades)
    throw Error("--degrade names the method of --policy degrade, but the policy is " + w.policy,
                "--degrade", "add --policy degrade", Fault::usage);
  o.schedule.max_burst = at_least(w.max_burst.value_or(8), 1, "--max-burst");
  o.schedule.stop_after = at_least(w.stop_after.value_or(10), 1, "--stop-after");
  o.schedule.grace = w.grace.empty() ? 0 : io::parse_time(w.grace, "grace");
  if (!(o.schedule.grace >= 0))
    throw Error("--grace must be a time of 0 or more, not " + w.grace, "grace",
                "write --grace 1s, for example", Fault::usage);
  o.schedule.awake = time_or(w.awake, "awake", 0);
  o.period = time_or(w.period, "period", 0);
  o.until = time_or(w.until, "until", 0);
  o.channels = w.io;
  o.inputs = {w.on_loss.empty() ? realtime::OnLoss::hold : one_of(losses, w.on_loss, "--on-loss"),
              at_least(w.patience.value_or(100), 1, "--patience")};
  require_use(w, o);
  o.every = time_or(w.every, "every", 0);
  o.checkpoint = time_or(w.checkpoint, "checkpoint", 1);
  o.wanted = wanted(w);
  return o;
}

// Tells what may help, depending on the place where most deadlines were missed.
std::string remedy(const realtime::Report& r) {
  const auto& in = r.statistics.overruns_in;
  const auto most = static_cast<realtime::PeriodPart>(
      std::distance(in.begin(), std::max_element(in.begin(), in.end())));
  if (most == realtime::PeriodPart::wake_up)
    return "wake-ups were late: takt realtime --doctor says what this machine lacks, and --awake "
           "waits without sleep";
  if (r.statistics.execution.quantile(0.5) > r.schedule.period * 1e9)
    return "a step takes longer than its period: a longer --period, or a cheaper --method";
  return "most time went over in " +
         std::string(realtime::part_names[static_cast<std::size_t>(most)]) +
         ": a longer --period, a cheaper --method, --policy degrade, or a quieter machine (takt "
         "realtime --doctor)";
}

Error violation(const realtime::Report& r) {
  const realtime::OverrunCounts& c = r.overruns;
  const std::int64_t after = c.total - c.in_grace;
  return {"the real-time budget was violated: " + io::grouped(after) +
              (after == 1 ? " deadline was missed" : " deadlines were missed") +
              (r.end == End::late ? ", " + std::to_string(c.in_a_row) + " in a row" : ""),
          "", remedy(r), Fault::other};
}

int end(const realtime::Report& r) {
  const std::string at = "\n  last good time: " + io::short_number(r.t_end, 9) + " s";
  if (r.end == End::failed) {
    complain(Error("the solver failed: " + std::string(to_string(r.step_status)) + at +
                       (r.failure.empty() ? "" : "\n  " + r.failure),
                   "method " + r.method, "a smaller --step; takt run shows more", Fault::other));
    return solver_failed;
  }
  if (r.end == End::interrupted) {
    complain(Error("interrupted" + at, "", "", Fault::other));
    return interrupted;
  }
  if (!r.recorded.error.empty()) complain(Error(r.recorded.error, "", "", Fault::other));
  if (r.violated) {
    complain(violation(r));
    return budget_violated;
  }
  if (r.end == End::silent) {
    complain(Error("no inputs came for too long" + at, "--on-loss stop",
                   "look at the sender; --patience sets how many periods are waited",
                   Fault::other));
    return failed;
  }
  return r.recorded.error.empty() ? done : failed;
}

// Received inputs are always recorded if one of the files can hold a recording.
bool keeps_recording(const RealtimeWords& w) {
  const auto holds = [](const std::string& out) {
    return io::format_of(out).recordings != nullptr;
  };
  return !w.recording.empty() || !w.checkpoint.empty() ||
         (!w.io.empty() && std::any_of(w.out.begin(), w.out.end(), holds));
}

class RealtimeRun {
 public:
  RealtimeRun(const RealtimeWords& w, const std::string& command)
      : w_(w), to_{w.out, w.recording, keeps_recording(w)} {
    realtime::SessionOptions o = options(w);
    if (!w.resume.empty()) {
      go_on(o);
    } else {
      require_destinations(to_);
    }
    session_ = std::make_unique<realtime::Session>(o);
    if (!earlier_) require_rows(to_, w.every, w.record);
    io::require_on_grid(o.every, session_->period(), "period");
    open_files(command);
  }

  int go(const io::Style& style) {
    session_->requests().interrupt = &watch_for_interrupt();
    realtime::Report report;
    {
      const std::vector<Sink*> sinks = results_->sinks();
      const Control control(*session_, w_.control);
      Progress progress(session_->until(), !w_.quiet);
      report = session_->run({sinks, results_->recording(), record_.observed()},
                             [&](double t) { progress.show(t); });
    }
    report.files = results_->written();
    if (results_->recording() != nullptr)
      report.recording = to_.recording.empty() ? to_.out.front() : to_.recording;
    if (w_.json)
      std::puts(realtime::to_json(report).dump(2).c_str());
    else if (!w_.quiet)
      std::fputs(realtime::report_text(report, style).c_str(), stdout);
    return end(report);
  }

 private:
  void go_on(realtime::SessionOptions& o) {
    if (!w_.method.empty() || !w_.step.empty() || !w_.period.empty() || !w_.set.empty() ||
        !w_.every.empty() || !w_.record.empty() || w_.assemble)
      throw Error("a run that goes on has its method, step, period, parameters and columns already",
                  "--resume", "leave them out; --control changes parameters while it runs",
                  Fault::usage);
    earlier_.emplace(w_.resume, Maker::realtime, to_);
    recording_ = earlier_->recording();
    require_same_model(recording_.header.from, w_.model, w_.resume);
    io::Provenance now = recording_.header.from;
    now.version = version_and_commit();
    earlier_->require_same(now);
    recording_.header.from.model = w_.model;
    o.earlier = &recording_;
    o.from = &earlier_->checkpoint();
    o.every = recording_.header.from.every;
    if (w_.checkpoint.empty() && recording_.header.from.checkpoint > 0)
      o.checkpoint = recording_.header.from.checkpoint;
    if (w_.until.empty()) o.until = recording_.header.from.until;
  }

  void open_files(const std::string& command) {
    const realtime::Plant& plant = session_->plant();
    io::RecordingHeader header = earlier_ ? recording_.header : session_->header();
    if (!earlier_) {
      header.from.model_text = io::text_of_model(w_.model);
      header.from.command = command;
      header.from.version = version_and_commit();
      header.from.until = session_->until();
      header.from.every = time_or(w_.every, "every", 0);
      header.from.checkpoint = time_or(w_.checkpoint, "checkpoint", 1);
      header.from.record = w_.record;
    }
    if (!header.from.record.empty())
      record_ = io::parse_record(header.from.record, plant.model.mechanism != nullptr);
    results_.emplace(
        to_, io::Columns(plant.model.system->names(), record_, plant.model.system->observable()),
        header, earlier_ ? &*earlier_ : nullptr);
  }

  const RealtimeWords& w_;
  Destinations to_;
  std::optional<Earlier> earlier_;
  io::Recording recording_;  // of the run that is continued
  io::Record record_;
  std::unique_ptr<realtime::Session> session_;
  std::optional<Results> results_;
};

int run(const RealtimeWords& w, const Context& context, const std::string& command) {
  if (w.doctor) {
    const realtime::Diagnosis d = realtime::examine(wanted(w), examination);
    std::fputs((w.json ? to_json(d).dump(2) + "\n" : diagnosis_text(d, context.style)).c_str(),
               stdout);
    return done;
  }
  if (w.model.empty())
    throw Error("MODEL is required", "realtime",
                "write takt realtime MODEL, or takt realtime --doctor", Fault::usage);
  return RealtimeRun(w, command).go(context.style);
}

void add_schedule(CLI::App& app, RealtimeWords& w) {
  add_word(app, "--period", "TIME", w.period,
           "time of a period, a whole number of steps; else one");
  add_word(app, "--policy", "POLICY", w.policy,
           "what to do if a period ends too late: skip, catch-up, degrade, stop");
  add_word(app, "--max-burst", "NUMBER", w.max_burst,
           "for --policy catch-up and degrade: most periods run in a row (8)");
  add_word(app, "--stop-after", "NUMBER", w.stop_after,
           "for --policy stop: consecutive overruns before it stops (10)");
  add_word(app, "--grace", "TIME", w.grace, "overruns before this time do not count");
  add_word(app, "--awake", "TIME", w.awake,
           "busy-wait this long before each period and make a trial step: uses processor time, "
           "avoids late wake-ups");
  add_word(app, "--degrade", "METHOD", w.cheaper,
           "for --policy degrade: the cheaper method; else J3, fewer passes, no projection");
  add_word(app, "--cpu", "NUMBER", w.cpu, "processor to stay on");
  add_word(app, "--priority", "NUMBER", w.priority, "of SCHED_FIFO (80); 0: the usual scheduler");
  app.add_flag("--no-lock", w.no_lock, "do not lock memory");
}

void add_files(CLI::App& app, RealtimeWords& w) {
  add_repeated(app, "--io", "CHANNEL", w.io,
               "inputs and outputs: udp:PORT, udp:HOST:PORT, shm:NAME; of several each names its "
               "own, udp:5005,inputs=steer+brake");
  add_word(app, "--on-loss", "WORD", w.on_loss, "where no inputs come: hold, extrapolate, stop");
  add_word(app, "--patience", "NUMBER", w.patience,
           "for --on-loss extrapolate and stop: periods without inputs that are tolerated (100)");
  add_result_files(app, w.out);
  add_word(app, "--every", "TIME", w.every,
           "time between rows, a multiple of the period; else every period is written");
  add_word(app, "--record", "WORDS", w.record,
           "more columns: lambda,accelerations,forces,reactions,bodies");
  add_word(app, "--recording", "FILE", w.recording,
           "keep inputs and decisions, for takt run --replay and --resume");
  add_word(app, "--checkpoint", "TIME", w.checkpoint, "time between checkpoints in it (1s)");
  add_word(app, "--resume", "FILE", w.resume, "go on with a recorded run that broke off");
}

void add_realtime(CLI::App& app, Context& context) {
  auto w = std::make_shared<RealtimeWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)");
  add_word(app, "--method", "METHOD", w->method,
           "one whose steps have a bounded cost; else the model's");
  add_word(app, "--step", "TIME", w->step, "length of a step (the model's, or 1ms)");
  add_word(app, "--until", "TIME", w->until, "end on the clock; else the model's usual one");
  add_repeated(app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, q., v., z.<name> at the start, or u.<name> of an input");
  add_inputs(app, w->set);
  app.add_flag("--assemble", w->assemble, "move the initial state to the constraints first");
  add_schedule(app, *w);
  add_files(app, *w);
  app.add_flag("--control", w->control,
               "commands on standard input: reset, set path=value ..., stop");
  app.add_flag("--doctor", w->doctor, "say what this machine lacks for deadlines");
  app.add_flag("--json", w->json, "the report as one JSON object");
  app.add_flag("--quiet", w->quiet, "no report, no progress");
  app.callback([w, &context] { context.exit_code = run(*w, context, context.command); });
}

}  // namespace

Command realtime_command() { return {"realtime", "run a model against the clock", add_realtime}; }

}  // namespace takt::app
