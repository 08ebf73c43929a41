// takt realtime MODEL: run against the clock.
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "complaint.hpp"
#include "control.hpp"
#include "interrupt.hpp"
#include "positive_time.hpp"
#include "takt/base/text.hpp"
#include "takt/io/catalogue.hpp"
#include "takt/io/quantity.hpp"
#include "takt/realtime/doctor.hpp"
#include "takt/realtime/session.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

using realtime::End;
using realtime::Policy;

constexpr double examination = 2;  // s

struct Words {  // as they were written
  std::string model, method, step, period, until,
      policy = "skip", grace, cheaper, io, on_loss = "hold", every, record, recording, checkpoint,
      resume;
  std::vector<std::string> set, out;
  int max_burst = 8, stop_after = 10, cpu = -1, priority = 80, patience = 100;
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
        option, "", Fault::usage);
  return value;
}

double time_or(const std::string& text, const std::string& option, double otherwise) {
  return text.empty() ? otherwise : positive_time(text, option);
}

realtime::Wanted wanted(const Words& w) {
  if (w.priority < 0 || w.priority > 99)
    throw Error("--priority must be 1 to 99, or 0 for the usual scheduler, not " +
                    std::to_string(w.priority),
                "--priority", "write --priority 80", Fault::usage);
  return {w.priority, w.cpu, !w.no_lock};
}

realtime::SessionOptions options(const Words& w, const std::string& command) {
  realtime::SessionOptions o;
  o.plant = {w.model, w.set, w.method, time_or(w.step, "step", 0), false, w.cheaper, w.assemble};
  o.schedule.policy = one_of(policies, w.policy, "--policy");
  o.plant.degrades = o.schedule.policy == Policy::degrade;
  if (!w.cheaper.empty() && !o.plant.degrades)
    throw Error("--degrade names the method of --policy degrade, and the policy is " + w.policy,
                "--degrade", "add --policy degrade", Fault::usage);
  o.schedule.max_burst = at_least(w.max_burst, 1, "--max-burst");
  o.schedule.stop_after = at_least(w.stop_after, 1, "--stop-after");
  o.schedule.grace = w.grace.empty() ? 0 : io::parse_time(w.grace, "grace");
  o.period = time_or(w.period, "period", 0);
  o.until = time_or(w.until, "until", 0);
  o.channel = w.io;
  o.inputs = {one_of(losses, w.on_loss, "--on-loss"), at_least(w.patience, 1, "--patience")};
  o.out = w.out;
  o.every = time_or(w.every, "every", 0);
  o.recording = w.recording;
  o.checkpoint = time_or(w.checkpoint, "checkpoint", 1);
  o.resume = w.resume;
  if (!w.resume.empty() && w.recording.empty() && !w.resume.ends_with(".h5"))
    o.recording = w.resume;
  o.command = command;
  o.wanted = wanted(w);
  for (const std::string& path : w.out) io::format_of(path);
  o.record = w.record;
  return o;
}

// Where most deadlines were missed says what helps.
std::string remedy(const realtime::Report& r) {
  const auto& in = r.statistics.overruns_in;
  const auto most = static_cast<realtime::Place>(
      std::distance(in.begin(), std::max_element(in.begin(), in.end())));
  if (most == realtime::Place::wake_up)
    return "wake-ups were late: takt realtime --doctor says what this machine lacks";
  if (r.statistics.execution.quantile(0.5) > r.schedule.period * 1e9)
    return "a step takes longer than its period: a longer --period, or a cheaper --method";
  return "most time went over in " +
         std::string(realtime::place_names[static_cast<std::size_t>(most)]) +
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

int run(const Words& w, const Context& context, const std::string& command) {
  if (w.doctor) {
    const realtime::Diagnosis d = realtime::examine(wanted(w), examination);
    std::fputs((w.json ? to_json(d).dump(2) + "\n" : diagnosis_text(d, context.style)).c_str(),
               stdout);
    return done;
  }
  if (w.model.empty())
    throw Error("MODEL is required", "realtime",
                "write takt realtime MODEL, or takt realtime --doctor", Fault::usage);
  realtime::Session session(options(w, command));
  session.requests().interrupt = &watch_for_interrupt();
  realtime::Report report;
  {
    const Control control(session, w.control);
    Progress progress(session.until(), !w.quiet);
    report = session.run([&](double t) { progress.show(t); });
  }
  if (w.json)
    std::puts(realtime::to_json(report).dump(2).c_str());
  else if (!w.quiet)
    std::fputs(realtime::report_text(report, context.style).c_str(), stdout);
  return end(report);
}

void add_schedule(CLI::App& app, Words& w) {
  add_word(app, "--period", "TIME", w.period,
           "time of a period, a whole number of steps; else one");
  add_word(app, "--policy", "POLICY", w.policy,
           "of periods that end too late: skip, catch-up, degrade, stop");
  add_word(app, "--max-burst", "NUMBER", w.max_burst,
           "of catch-up and degrade: periods run in a row (8)");
  add_word(app, "--stop-after", "NUMBER", w.stop_after, "of stop: overruns in a row (10)");
  add_word(app, "--grace", "TIME", w.grace, "overruns before this time do not count");
  add_word(app, "--degrade", "METHOD", w.cheaper,
           "of degrade: the cheaper method; else J3, fewer passes, no projection");
  add_word(app, "--cpu", "NUMBER", w.cpu, "processor to stay on");
  add_word(app, "--priority", "NUMBER", w.priority, "of SCHED_FIFO (80); 0: the usual scheduler");
  app.add_flag("--no-lock", w.no_lock, "do not lock memory");
}

void add_files(CLI::App& app, Words& w) {
  add_word(app, "--io", "CHANNEL", w.io, "inputs and outputs: udp:PORT, udp:HOST:PORT, shm:NAME");
  add_word(app, "--on-loss", "WORD", w.on_loss, "where no inputs come: hold, extrapolate, stop");
  add_word(app, "--patience", "NUMBER", w.patience,
           "periods without inputs before stop stops (100)");
  add_repeated(app, "--out", "FILE", w.out, "write results to FILE");
  add_word(app, "--every", "TIME", w.every, "time between rows; else every period is written");
  add_word(app, "--record", "WORDS", w.record,
           "more columns: lambda,accelerations,forces,reactions,bodies");
  add_word(app, "--recording", "FILE", w.recording,
           "keep inputs and decisions, for takt run --replay and --resume");
  add_word(app, "--checkpoint", "TIME", w.checkpoint, "time between checkpoints in it (1s)");
  add_word(app, "--resume", "FILE", w.resume, "go on with a recorded run that broke off");
}

}  // namespace

void add_realtime(CLI::App& program, Context& context) {
  CLI::App* app = program.add_subcommand("realtime", "run a model against the clock");
  auto w = std::make_shared<Words>();
  add_word(*app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)");
  add_word(*app, "--method", "METHOD", w->method,
           "one whose steps have a bounded cost; else the model's");
  add_word(*app, "--step", "TIME", w->step, "length of a step (the model's, or 1ms)");
  add_word(*app, "--until", "TIME", w->until, "end on the clock; else the model's usual one");
  add_repeated(*app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, or q., v., z.<name> at the start");
  app->add_flag("--assemble", w->assemble, "move the initial state to the constraints first");
  add_schedule(*app, *w);
  add_files(*app, *w);
  app->add_flag("--control", w->control,
                "commands on standard input: reset, set path=value ..., stop");
  app->add_flag("--doctor", w->doctor, "say what this machine lacks for deadlines");
  app->add_flag("--json", w->json, "the report as one JSON object");
  app->add_flag("--quiet", w->quiet, "no report, no progress");
  app->callback([w, &context] { context.exit_code = run(*w, context, context.command); });
}

}  // namespace takt::app
