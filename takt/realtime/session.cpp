#include "takt/realtime/session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/terminal/style.hpp"
#include "takt/realtime/steps_of_period.hpp"

namespace takt::realtime {
namespace {

constexpr double most_awake = 0.8;  // of a period
constexpr int warm_periods = 20;
constexpr auto glance = std::chrono::milliseconds(20);

}  // namespace

Session::Session(const SessionOptions& o) : o_(o), words_(o.plant) {
  if (o.earlier == nullptr)
    make_plant_and_inputs();
  else
    restore();
  ScheduleOptions& s = o_.schedule;
  s.period = stepper_->steps_per_period() * plant().method.step;
  if (s.awake > most_awake * s.period)
    throw Error("a loop that is awake " + io::seconds_in_words(s.awake) + " of a period of " +
                    io::seconds_in_words(s.period) +
                    " may never sleep, and the kernel then stops it",
                "--awake",
                "write at most " + io::seconds_in_words(most_awake * s.period) +
                    ": real-time threads get 0.95 of a second unless "
                    "kernel.sched_rt_runtime_us says otherwise",
                Fault::usage);
  const double until = o.until > 0 ? o.until : model_.until;
  s.end = static_cast<std::int64_t>(std::ceil(until / s.period * (1 - 1e-12)));
}

Session::~Session() { delete requests_.change.exchange(nullptr); }

double Session::until() const noexcept {
  return static_cast<double>(o_.schedule.end) * o_.schedule.period;
}

std::int64_t Session::every() const noexcept {
  return o_.every > 0 ? std::max<std::int64_t>(1, std::llround(o_.every / o_.schedule.period)) : 1;
}

void Session::make_plant_and_inputs() {
  auto made = make_plant(words_);
  model_ = made->model;
  const double step = made->method.step;
  stepper_ = std::make_unique<Stepper>(std::move(made),
                                       steps_of_period(o_.period > 0 ? o_.period : step, step));
  words_ = words_of(header());  // parameters may change, method and step may not
  open_inputs();
}

void Session::open_inputs() {
  const Names& names = model_.system->names();
  channels_ = open_channels(o_.channels, names.inputs, names.outputs);
  inputs_ = std::make_unique<InputStage>(names.inputs, input_channels(channels_), o_.inputs);
}

void Session::restore() {
  replay_ = std::make_unique<Replay>(*o_.earlier);
  replay_->from(*o_.from);
  stepper_ = replay_->take_stepper();
  model_ = plant().model;
  if (o_.plant.degrades && !plant().cheaper)
    throw Error("the run that goes on has no cheaper method", "--policy degrade",
                "choose another policy, or start anew", Fault::usage);
  open_inputs();
}

void Session::roll_forward(const ResultSinks& results) {
  rows_ = o_.from->row;
  replay_->give_stepper(std::move(stepper_));
  std::unique_ptr<Monitor> monitor;
  const Plant* seen = nullptr;
  const Replayed done = replay_->go([&](const io::PeriodEntry& e, Stepper& s) {
    if ((e.period + 1) % every() != 0) return;
    ++rows_;
    if (results.sinks.empty()) return;
    if (seen != &s.plant()) {
      seen = &s.plant();
      monitor = std::make_unique<Monitor>(*seen->model.system, seen->simulation->composition(),
                                          s.state());
      for (const Observe what : results.observe) monitor->observe(what);
    }
    monitor->set_inputs(e.inputs, s.input_rates(), s.kept());
    monitor->evaluate(s.state());
    for (Sink* sink : results.sinks) sink->take({s.state(), *monitor});
  });
  if (done.mismatches > 0)
    throw Error("period " + std::to_string(done.first_mismatch) +
                    " of the recording does not come out as it was recorded",
                "resume", "resume with the program and the model that made it", Fault::other);
  if (done.gap >= 0)
    throw Error("the recorder had lost period " + std::to_string(done.gap) +
                    ": what came after it cannot be gone through again",
                "resume", "start anew; a faster disk, or fewer --out, lets no period be lost",
                Fault::other);
  words_ = replay_->words();
  stepper_ = replay_->take_stepper();
  const std::span<double> from = replay_->inputs().memory();
  std::copy(from.begin(), from.end(), inputs_->memory().begin());
  inputs_->wait_anew();  // controllers must find the new program first
  o_.schedule.first = done.next;
  if (o_.schedule.end <= done.next)
    throw Error("the recorded run has reached " +
                    number(static_cast<double>(done.next) * o_.schedule.period) +
                    " s, and shall end at " + number(until()) + " s",
                "until", "choose a later end", Fault::usage);
}

io::RecordingHeader Session::header() const {
  io::RecordingHeader h;
  const Plant& p = plant();
  h.from.model = o_.plant.model;
  h.from.set = o_.plant.set;
  h.from.method = to_string(p.method);
  h.from.step = p.method.step;
  h.from.assembled = o_.plant.assemble;
  if (p.cheaper) h.cheaper_method = to_string(p.cheaper_method);
  h.steps_per_period = stepper_->steps_per_period();
  for (const Input& i : model_.system->names().inputs) h.inputs.push_back(i.name);
  h.outputs = model_.system->names().outputs;
  return h;
}

void Session::change(const std::vector<std::string>& set) {
  while (!steps_.load(std::memory_order_acquire) && !ended_.load())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PlantWords words = words_;
  words.set.insert(words.set.end(), set.begin(), set.end());
  auto changed = make_plant(words);
  require_same_shape(*make_plant(words_), *changed);
  auto change = std::make_unique<Change>(set, std::move(changed));
  words_ = std::move(words);
  while (requests_.change.load(std::memory_order_acquire) != nullptr && !ended_.load())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  delete requests_.change.exchange(change.release(), std::memory_order_acq_rel);
}

void Session::make_loop(bool checkpoints) {
  LoopOptions o;
  o.schedule = o_.schedule;
  if (checkpoints && o_.checkpoint > 0)
    o.checkpoint_every =
        std::max<std::int64_t>(1, std::llround(o_.checkpoint / o_.schedule.period));
  o.ns_per_tick = calibrate_ticks();
  JournalSizes sizes = o_.sizes;
  sizes.inputs = inputs_->values().size();
  sizes.kept = stepper_->kept().size();
  if (o.checkpoint_every > 0)
    sizes.checkpoint_bytes = stepper_->memory_size() + inputs_->memory().size_bytes();
  journal_ = std::make_unique<Journal>(sizes, stepper_->state());
  loop_ = std::make_unique<Loop>(monotonic_clock(), *stepper_, *inputs_, pointers_to(channels_),
                                 *journal_, requests_, o);
}

void Session::go() noexcept {
  become_realtime(o_.wanted, obtained_);
  const Disturbances before = Disturbances::now();
  loop_->run();
  disturbances_ = Disturbances::now() - before;
  ended_.store(true, std::memory_order_release);
}

Report Session::run(const ResultSinks& results, const std::function<void(double t)>& now) {
  struct Ended {  // on every exit, so that change() does not wait for a loop that never started
    std::atomic<bool>& ended;
    ~Ended() { ended.store(true, std::memory_order_release); }
  } const ended{ended_};
  if (replay_) roll_forward(results);
  make_loop(results.recording != nullptr);
  RecorderOptions r;
  r.every = every();
  r.observe = results.observe;
  r.rows = rows_;
  Recorder recorder(*journal_, plant(), stepper_->state(), results.sinks, results.recording,
                    pointers_to(channels_), r);
  stepper_->warm_up(*inputs_, warm_periods);
  lock_memory(o_.wanted, obtained_);
  recorder.start();
  const auto begin = std::chrono::steady_clock::now();
  std::thread steps([this] { go(); });
  steps_.store(true, std::memory_order_release);
  become_ordinary();
  while (!ended_.load(std::memory_order_acquire)) {
    std::this_thread::sleep_for(glance);
    if (now) now(static_cast<double>(loop_->now_at()) * o_.schedule.period);
  }
  steps.join();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return report(wall.count(), recorder.stop());
}

Report Session::report(double wall_s, const Recorded& recorded) const {
  const Plant& p = plant();
  Report r;
  r.model = model_.name;
  r.method = to_string(p.method);
  r.step = p.method.step;
  r.steps_per_period = stepper_->steps_per_period();
  r.cost = p.simulation->cost();
  if (p.cheaper) {
    r.cheaper_method = to_string(p.cheaper_method);
    r.cheaper_cost = p.cheaper->cost();
  }
  r.schedule = o_.schedule;
  r.end = loop_->end();
  r.step_status = loop_->status();
  if (r.step_status != Status::ok) r.failure = stepper_->active().failure();
  r.t_end = stepper_->state().t;
  r.wall_s = wall_s;
  r.overruns = loop_->schedule().overruns();
  r.violated = loop_->schedule().budget_violated();
  r.statistics = loop_->statistics();
  for (const OpenChannel& c : channels_)
    r.channels.push_back({c.channel->describe(), c.channel->counts()});
  r.inputs = inputs_->counts();
  r.recorded = recorded;
  r.lost_samples = journal_->lost_samples();
  r.lost_entries = journal_->lost_entries();
  r.host = Host::here();
  r.obtained = obtained_;
  r.disturbances = disturbances_;
  r.final_state = stepper_->state();
  r.names = model_.system->names();
  return r;
}

}  // namespace takt::realtime
