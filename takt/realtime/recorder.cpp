#include "takt/realtime/recorder.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "takt/base/error.hpp"

namespace takt::realtime {
namespace {

using Flags = io::PeriodEntry::Flags;
using Clock = std::chrono::steady_clock;

constexpr auto pause = std::chrono::milliseconds(2);  // between two looks at the journal

}  // namespace

Recorder::Recorder(Journal& journal, const Plant& plant, const State& start,
                   std::span<Sink* const> sinks, io::RecordingWriter* writer,
                   std::vector<Channel*> from, const RecorderOptions& o)
    : journal_(journal), sinks_(sinks), writer_(writer), channels_(std::move(from)), o_(o) {
  see(plant.model.system, plant.simulation->composition(), start);
  monitor_->look(start);
  r_.energy_initial = r_.energy_final = monitor_->energy().total();
  r_.outputs = monitor_->outputs();
  r_.state_hash = state_hash(start);
  r_.rows = o.rows;
  if (o.rows > 0) return;
  attempt([&] {
    for (Sink* sink : sinks_) sink->take({start, *monitor_});
  });
  ++r_.rows;
}

void Recorder::see(std::shared_ptr<const EquationsOfMotion> system, const Composition& c,
                   const State& start) {
  monitor_ = std::make_unique<Monitor>(*system, c, start);
  for (const Observe what : o_.observe) monitor_->observe(what);
  system_ = std::move(system);
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
  r_.outputs = monitor_->outputs();
  attempt([&] {
    if (writer_ != nullptr) writer_->flush();
  });
  for (Sink* sink : sinks_) attempt([&] { sink->close(); });
  return r_;
}

// The first failure ends all writing; the journal is drained on, so that the loop goes on.
template <class Write> void Recorder::attempt(Write write) noexcept {
  if (!r_.error.empty()) return;
  try {
    write();
  } catch (const std::exception& e) {
    r_.error = e.what();
  }
}

void Recorder::go() {
  const auto flush_after = std::chrono::duration<double>(o_.flush_after);
  auto flushed = Clock::now();
  while (!stop_.load(std::memory_order_acquire)) {
    drain();
    if (writer_ != nullptr && Clock::now() - flushed > flush_after) {
      attempt([&] { writer_->flush(); });
      flushed = Clock::now();
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
  for (Channel* channel : channels_)
    while (channel->packet(packet_)) {
      ++r_.packets;
      if (writer_ == nullptr) continue;
      const std::byte* bytes = packet_.bytes;
      attempt([&] {
        writer_->add(io::PacketEntry{packet_.arrived_ns, {bytes, bytes + packet_.size}});
      });
    }
}

void Recorder::take(Entry& e) {
  if (e.change != nullptr) change(e);
  const std::uint64_t hash = e.sample != nullptr ? state_hash(*e.sample) : 0;
  if (e.sample != nullptr) look(e);
  if (hash != 0) r_.state_hash = hash;
  if (writer_ != nullptr) attempt([&] { record(e, hash); });
}

void Recorder::look(const Entry& e) {
  const std::span<double> inputs = monitor_->inputs();
  std::copy_n(e.inputs.begin(), std::min(e.inputs.size(), inputs.size() / 2), inputs.begin());
  monitor_->look(*e.sample);
  const Drift& d = monitor_->drift();
  r_.max_drift.position = std::max(r_.max_drift.position, d.position);
  r_.max_drift.velocity = std::max(r_.max_drift.velocity, d.velocity);
  r_.max_drift.acceleration = std::max(r_.max_drift.acceleration, d.acceleration);
  r_.energy_max_change =
      std::max(r_.energy_max_change, std::abs(monitor_->energy().total() - r_.energy_initial));
  if ((e.period + 1) % o_.every != 0) return;
  attempt([&] {
    for (Sink* sink : sinks_) sink->take({*e.sample, *monitor_});
    ++r_.rows;
  });
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
  const std::unique_ptr<Change> change(e.change);  // with the old plant
  if (writer_ != nullptr) attempt([&] { writer_->add(io::ChangeEntry{e.period, change->set}); });
  see(change->now, change->composition, change->start);
}

}  // namespace takt::realtime
