#include "takt/realtime/recorder.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/realtime/privileges.hpp"

namespace takt::realtime {
namespace {

using Flags = io::PeriodEntry::Flags;
using Steady = std::chrono::steady_clock;

constexpr auto pause = std::chrono::milliseconds(2);  // between two reads of the journal

}  // namespace

io::EnergyOfRun energy_of(const Recorded& r) {
  return {r.energy_initial, r.energy_final, r.energy_max_change, r.energy, 0};
}

Recorder::Recorder(Journal& journal, const Plant& plant, const State& start,
                   std::span<Sink* const> sinks, io::RecordingWriter* writer,
                   std::vector<Channel*> from, const RecorderOptions& o)
    : journal_(journal), writer_(writer), channels_(std::move(from)), o_(o) {
  for (Sink* sink : sinks) files_.push_back({sink});
  see(plant.model.system, plant.simulation->composition(), start);
  monitor_->evaluate(start);
  r_.energy_initial = r_.energy_final = monitor_->energy().total();
  last_ = start;
  account(start, false);
  if (crossings_) monitor_->count_crossings(*crossings_, start);
  r_.outputs = monitor_->outputs();
  r_.driven = monitor_->driven();
  r_.state_hash = state_hash(start);
  r_.rows = o.rows;
  if (o.rows == 0) write_row(start);
}

void Recorder::see(std::shared_ptr<const EquationsOfMotion> system, const Composition& c,
                   const State& start) {
  monitor_ = std::make_unique<Monitor>(*system, c, start);
  for (const Observe what : o_.observe) monitor_->observe(what);
  note_switches();
  system_ = std::move(system);
  crossings_.reset();
  const Switching* switching = system_->switching();
  if (switching != nullptr && switching->switches() > 0) crossings_.emplace(*switching);
}

void Recorder::note_switches() {
  if (crossings_) add_counts(r_.switches, by_name(*system_->switching(), crossings_->counts()));
}

Recorder::~Recorder() {
  if (thread_.joinable()) stop();
}

void Recorder::start() {
  thread_ = std::thread([this] { go(); });
}

const Recorded& Recorder::stop() {
  stop_.store(true, std::memory_order_release);
  if (thread_.joinable()) thread_.join();
  drain();
  r_.energy_final = monitor_->energy().total();
  r_.energy = account_.parts();
  r_.outputs = monitor_->outputs();
  r_.driven = monitor_->driven();
  note_switches();
  crossings_.reset();
  if (unwritten_) write_row(last_);  // the end is always written
  if (writer_ != nullptr && !writer_failed_) keep([&] { writer_->flush(); });
  for (File& f : files_)
    if (!f.failed) attempt(f.failed, [&] { f.sink->close(); });
  return r_;
}

// A file that fails gets no more data; the other files and the loop continue.
template <class Write> bool Recorder::attempt(bool& failed, Write write) noexcept {
  if (failed) {
    ++r_.unwritten;
    return false;
  }
  try {
    write();
  } catch (const std::exception& e) {
    failed = true;
    ++r_.unwritten;
    if (r_.error.empty()) r_.error = e.what();
  }
  return !failed;
}

template <class Write> bool Recorder::keep(Write write) noexcept {
  return writer_ != nullptr && attempt(writer_failed_, write);
}

void Recorder::write_row(const State& s) {
  bool written = files_.empty();
  for (File& f : files_)
    written = attempt(f.failed, [&] { f.sink->take({s, *monitor_}); }) || written;
  r_.rows += written;
  unwritten_ = false;
}

void Recorder::go() {
  become_ordinary();
  const auto flush_after = std::chrono::duration<double>(o_.flush_after);
  auto flushed = Steady::now();
  while (!stop_.load(std::memory_order_acquire)) {
    drain();
    if (writer_ != nullptr && !writer_failed_ && Steady::now() - flushed > flush_after) {
      keep([&] { writer_->flush(); });
      flushed = Steady::now();
    }
    std::this_thread::sleep_for(pause);
  }
}

void Recorder::drain() {
  packets();
  while (Entry* e = journal_.next()) {
    take(*e);
    journal_.give_back(e);
  }
}

void Recorder::packets() {
  for (std::size_t k = 0; k < channels_.size(); ++k)
    while (channels_[k]->packet(packet_)) {
      const auto number = static_cast<std::uint8_t>(k);
      ++r_.packets;
      const std::byte* bytes = packet_.bytes;
      keep([&] {
        writer_->add(io::PacketEntry{packet_.arrived_ns, number, {bytes, bytes + packet_.size}});
      });
    }
}

void Recorder::take(Entry& e) {
  if (e.change != nullptr) change(e);
  const std::uint64_t hash = e.sample != nullptr ? state_hash(*e.sample) : 0;
  if (e.sample != nullptr) look(e);
  if (hash != 0) r_.state_hash = hash;
  keep([&] { record(e, hash); });
}

void Recorder::account(const State& s, bool jumped) {
  const Energy& e = monitor_->energy();
  if (jumped)
    account_.jump(s.t, e.kinetic, e.total(), monitor_->flow());
  else
    account_.add(s.t, e.kinetic, e.total(), monitor_->flow());
}

// True if an input that is held has changed. If the potential depends on it, energy came from
// outside at once. An input that moves along its rate does its work over time.
bool Recorder::inputs_jumped(const Entry& e) {
  bool jumped = false;
  for (std::size_t i = 0; i < e.inputs.size() && i < inputs_.size(); ++i)
    if (e.inputs[i] != inputs_[i] && (i >= e.rates.size() || e.rates[i] == 0)) jumped = true;
  inputs_.assign(e.inputs.begin(), e.inputs.end());
  return jumped;
}

void Recorder::look(const Entry& e) {
  monitor_->set_inputs(e.inputs, e.rates, e.kept);
  const bool moved = (e.flags & (Flags::reset | Flags::changed)) != 0;
  if (inputs_jumped(e) && !moved) {
    monitor_->evaluate(last_);
    account(last_, true);
  }
  monitor_->evaluate(*e.sample);
  account(*e.sample, moved);
  if (crossings_ && moved) crossings_->jump();
  if (crossings_) r_.crossings += monitor_->count_crossings(*crossings_, *e.sample);
  const Drift& d = monitor_->drift();
  r_.max_drift.position = std::max(r_.max_drift.position, d.position);
  r_.max_drift.velocity = std::max(r_.max_drift.velocity, d.velocity);
  r_.max_drift.acceleration = std::max(r_.max_drift.acceleration, d.acceleration);
  r_.energy_max_change =
      std::max(r_.energy_max_change, std::abs(monitor_->energy().total() - r_.energy_initial));
  last_ = *e.sample;
  if ((e.period + 1) % o_.every == 0)
    write_row(*e.sample);
  else
    unwritten_ = true;
}

void Recorder::record(const Entry& e, std::uint64_t hash) {
  entry_.hash = 0;
  entry_.steps = 0;
  entry_.flags = Flags::skipped;
  entry_.inputs.assign(e.inputs.begin(), e.inputs.end());
  for (entry_.period = e.period - e.skipped; entry_.period < e.period; ++entry_.period)
    writer_->add(entry_);
  if (e.empty) return;
  entry_.flags = e.flags;
  entry_.steps = e.steps;
  entry_.hash = hash;
  writer_->add(entry_);
  if (e.checkpoint.empty()) return;
  writer_->add(
      io::CheckpointEntry{e.period + 1, r_.rows, {e.checkpoint.begin(), e.checkpoint.end()}});
  ++r_.checkpoints;
}

void Recorder::change(const Entry& e) {
  const std::unique_ptr<Change> change(e.change);  // holds the old plant
  keep([&] { writer_->add(io::ChangeEntry{e.period, change->set}); });
  see(change->now, change->composition, change->start);
}

}  // namespace takt::realtime
