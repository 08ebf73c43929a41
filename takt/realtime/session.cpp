#include "takt/realtime/session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/base/version.hpp"
#include "takt/io/catalogue.hpp"
#include "takt/io/shipped.hpp"
#include "takt/realtime/replay.hpp"

namespace takt::realtime {
namespace {

constexpr double most_steps = 65535;  // of a period, as recordings count them
constexpr int warm_periods = 20;
constexpr auto glance = std::chrono::milliseconds(20);

int steps_of(double period, double step) {
  const double n = std::round(period / step);
  if (n < 1 || std::abs(n * step - period) > 1e-9 * period)
    throw Error("a period of " + number(period) + " s is no whole number of steps of " +
                    number(step) + " s",
                "--period", "choose a period that is a multiple of --step", Fault::usage);
  if (n > most_steps)
    throw Error("a period of " + number(period) + " s has more than 65535 steps", "--period",
                "choose a longer --step or a shorter --period", Fault::usage);
  return static_cast<int>(n);
}

std::string text_of(const std::string& model) {
  if (const io::ShippedModel* shipped = io::find_shipped(model)) return std::string(shipped->text);
  std::ifstream file(model, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

}  // namespace

Session::Session(const SessionOptions& o) : o_(o), words_(o.plant) {
  if (o.resume.empty())
    make_plant_and_inputs();
  else
    go_on();
  make_schedule();
  JournalSizes sizes = o.sizes;
  sizes.inputs = inputs_->values().size();
  if (loop_options_.checkpoint_every > 0)
    sizes.checkpoint_bytes = stepper_->memory_size() + inputs_->memory().size_bytes();
  journal_ = std::make_unique<Journal>(sizes, stepper_->state());
  loop_options_.ns_per_tick = calibrate_ticks();
  loop_ = std::make_unique<Loop>(monotonic_clock(), *stepper_, *inputs_, channel_.get(), *journal_,
                                 requests_, loop_options_);
  open_files();
}

Session::~Session() { delete requests_.change.exchange(nullptr); }

void Session::make_plant_and_inputs() {
  auto plant = make_plant(words_);
  model_ = plant->model;
  const double step = plant->method.step;
  stepper_ =
      std::make_unique<Stepper>(std::move(plant), steps_of(o_.period > 0 ? o_.period : step, step));
  const Names& names = model_.system->names();
  if (!o_.channel.empty()) channel_ = open_channel(o_.channel, names.inputs, names.outputs);
  inputs_ = std::make_unique<InputStage>(names.inputs, channel_.get(), o_.inputs);
}

void Session::go_on() {
  before_ = std::make_unique<io::Recording>(io::read_recording(o_.resume));
  before_->header.from.model = o_.plant.model;
  Replay replay(*before_);
  replay.from_last_checkpoint();
  const Replayed done = replay.go();
  if (done.mismatches > 0)
    throw Error("period " + std::to_string(done.first_mismatch) +
                    " of the recording does not come out as it was recorded",
                o_.resume, "resume with the program and the model that made it", Fault::other);
  words_ = replay.words();
  stepper_ = replay.take_stepper();
  model_ = stepper_->plant().model;
  const Names& names = model_.system->names();
  if (!o_.channel.empty()) channel_ = open_channel(o_.channel, names.inputs, names.outputs);
  inputs_ = std::make_unique<InputStage>(names.inputs, channel_.get(), o_.inputs);
  const std::span<double> from = replay.inputs().memory();
  std::copy(from.begin(), from.end(), inputs_->memory().begin());
  o_.schedule.first = done.next;
  gap_ = done.gap >= 0;
}

void Session::make_schedule() {
  ScheduleOptions& s = o_.schedule;
  s.period = stepper_->steps_per_period() * stepper_->plant().method.step;
  const double until = o_.until > 0 ? o_.until : model_.until;
  s.end = static_cast<std::int64_t>(std::ceil(until / s.period * (1 - 1e-12)));
  if (s.end <= s.first)
    throw Error("the recorded run has reached " + number(static_cast<double>(s.first) * s.period) +
                    " s, and shall end at " + number(until) + " s",
                "--until", "choose a later end", Fault::usage);
  loop_options_.schedule = s;
  if (!o_.recording.empty() && o_.checkpoint > 0)
    loop_options_.checkpoint_every =
        std::max<std::int64_t>(1, std::llround(o_.checkpoint / s.period));
}

io::RecordingHeader Session::header() const {
  const Plant& p = stepper_->plant();
  io::RecordingHeader h;
  h.from.model = o_.plant.model;
  h.from.model_text = text_of(o_.plant.model);
  h.from.set = o_.plant.set;
  h.from.method = to_string(p.method);
  h.from.step = p.method.step;
  h.from.command = o_.command;
  h.from.version = version();
  h.from.until = o_.until;
  h.from.every = o_.every;
  h.from.assembled = o_.plant.assemble;
  if (p.cheaper) h.cheaper_method = to_string(p.cheaper_method);
  h.steps_per_period = stepper_->steps_per_period();
  for (const Input& i : model_.system->names().inputs) h.inputs.push_back(i.name);
  h.outputs = model_.system->names().outputs;
  return h;
}

void Session::open_files() {
  const io::RecordingHeader head = before_ ? before_->header : header();
  for (const std::string& path : o_.out) {
    files_.push_back(io::format_of(path).open(
        path, io::Columns(model_.system->names(), o_.record, model_.system->observable()),
        head.from));
    sinks_.push_back(files_.back().get());
  }
  if (o_.recording.empty()) return;
  if (before_ && o_.recording == o_.resume && !gap_) {
    writer_ = io::continue_recording(o_.recording, before_->bytes);
    return;
  }
  // What was recorded before comes first; the old file stays until the new one holds all of it.
  const std::string path = before_ ? o_.recording + ".new" : o_.recording;
  writer_ = io::write_recording(path, head);
  if (!before_) return;
  for (const io::ChangeEntry& c : before_->changes)
    if (c.period < o_.schedule.first) writer_->add(c);
  for (const io::PeriodEntry& p : before_->periods)
    if (p.period < o_.schedule.first) writer_->add(p);
  for (const io::CheckpointEntry& c : before_->checkpoints) writer_->add(c);
  for (const io::PacketEntry& p : before_->packets) writer_->add(p);
  writer_->flush();
  std::filesystem::rename(path, o_.recording);
}

void Session::change(const std::vector<std::string>& set) {
  PlantWords words = words_;
  words.set.insert(words.set.end(), set.begin(), set.end());
  auto plant = make_plant(words);
  require_same_shape(*make_plant(words_), *plant);
  auto change = std::make_unique<Change>(set, std::move(plant));
  words_ = std::move(words);
  while (requests_.change.load(std::memory_order_acquire) != nullptr && !ended_.load())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  delete requests_.change.exchange(change.release(), std::memory_order_acq_rel);
}

void Session::go() noexcept {
  become_realtime(o_.wanted, obtained_);
  const Disturbances before = Disturbances::now();
  loop_->run();
  disturbances_ = Disturbances::now() - before;
  ended_.store(true, std::memory_order_release);
}

Report Session::run(const std::function<void(double t)>& now) {
  RecorderOptions r;
  const double period = loop_options_.schedule.period;
  if (o_.every > 0) r.every = std::max<std::int64_t>(1, std::llround(o_.every / period));
  Recorder recorder(*journal_, stepper_->plant(), stepper_->state(), sinks_, writer_.get(),
                    channel_.get(), r);
  stepper_->warm_up(*inputs_, warm_periods);
  lock_memory(o_.wanted, obtained_);
  recorder.start();
  const auto begin = std::chrono::steady_clock::now();
  std::thread steps([this] { go(); });
  while (!ended_.load(std::memory_order_acquire)) {
    std::this_thread::sleep_for(glance);
    if (now) now(static_cast<double>(loop_->now_at()) * period);
  }
  steps.join();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return report(wall.count(), recorder.stop());
}

Report Session::report(double wall_s, const Recorded& recorded) {
  const Plant& p = stepper_->plant();
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
  r.schedule = loop_options_.schedule;
  r.end = loop_->end();
  r.step_status = loop_->status();
  if (r.step_status != Status::ok) r.failure = stepper_->active().failure();
  r.t_end = stepper_->state().t;
  r.wall_s = wall_s;
  r.overruns = loop_->schedule().overruns();
  r.violated = loop_->schedule().budget_violated();
  r.statistics = loop_->statistics();
  if (channel_) {
    r.channel = channel_->describe();
    r.channel_counts = channel_->counts();
  }
  r.inputs = inputs_->counts();
  r.recorded = recorded;
  r.lost_samples = journal_->lost_samples();
  r.lost_entries = journal_->lost_entries();
  for (const auto& f : files_) r.files.push_back({f->path(), f->rows()});
  r.recording = o_.recording;
  r.host = Host::here();
  r.obtained = obtained_;
  r.disturbances = disturbances_;
  r.final_state = stepper_->state();
  r.names = model_.system->names();
  return r;
}

}  // namespace takt::realtime
