#include "takt/realtime/replay.hpp"

#include <algorithm>
#include <cstring>

#include "takt/base/error.hpp"
#include "takt/simulate/run.hpp"

namespace takt::realtime {
namespace {

using Flags = io::PeriodEntry::Flags;

}  // namespace

PlantWords words_of(const io::RecordingHeader& h) {
  PlantWords w;
  w.model = h.from.model;
  w.set = h.from.set;
  w.method = h.from.method;
  w.step = h.from.step;
  w.degrades = !h.cheaper_method.empty();
  w.cheaper = h.cheaper_method;
  w.assemble = h.from.assembled;
  return w;
}

Replay::Replay(const io::Recording& r) : recording_(r), words_(words_of(r.header)) {}

void Replay::open() {
  stepper_ = std::make_unique<Stepper>(make_plant(words_), recording_.header.steps_per_period);
  inputs_ = std::make_unique<InputStage>(stepper_->plant().model.system->names().inputs, nullptr,
                                         InputOptions{});
}

void Replay::from_start() {
  words_ = words_of(recording_.header);
  first_ = 0;
  if (!recording_.periods.empty()) first_ = recording_.periods.front().period;
  open();
}

void Replay::from_last_checkpoint() {
  if (recording_.checkpoints.empty())
    throw Error("the recording holds no checkpoint to go on from", "resume",
                "record with --checkpoint 1s, or start anew", Fault::model);
  from(recording_.checkpoints.back());
}

void Replay::from(const io::CheckpointEntry& c) {
  words_ = words_of(recording_.header);
  for (const io::ChangeEntry& change : recording_.changes)
    if (change.period < c.period)
      words_.set.insert(words_.set.end(), change.set.begin(), change.set.end());
  open();
  const std::size_t size = stepper_->memory_size();
  const std::span<double> inputs = inputs_->memory();
  if (c.memory.size() != size + inputs.size_bytes())
    throw Error("the checkpoint was made with another model, method or version", "resume",
                "resume with the program and the model file that made it", Fault::model);
  stepper_->restore(std::span(c.memory).first(size));
  if (!inputs.empty()) std::memcpy(inputs.data(), c.memory.data() + size, inputs.size_bytes());
  first_ = c.period;
}

void Replay::apply_changes(std::int64_t period) {
  for (const io::ChangeEntry& change : recording_.changes) {
    if (change.period != period) continue;
    words_.set.insert(words_.set.end(), change.set.begin(), change.set.end());
    auto plant = make_plant(words_);
    stepper_->exchange(plant);
  }
}

Replayed Replay::go(const Each& each) {
  Replayed r;
  r.first = r.next = first_;
  for (const io::PeriodEntry& e : recording_.periods) {
    if (e.period < r.next) continue;
    if (e.period > r.next) {
      r.gap = r.next;
      break;
    }
    r.next = e.period + 1;
    if ((e.flags & Flags::skipped) != 0) continue;
    if ((e.flags & Flags::changed) != 0) apply_changes(e.period);
    if ((e.flags & Flags::reset) != 0) stepper_->reset();
    inputs_->put(e.inputs);
    r.status = stepper_->period(*inputs_, (e.flags & Flags::degraded) != 0);
    ++r.run;
    if (e.hash != 0) {
      const std::uint64_t hash = state_hash(stepper_->state());
      ++r.verified;
      if (hash != e.hash && r.mismatches++ == 0) {
        r.first_mismatch = e.period;
        r.recorded_hash = e.hash;
        r.hash = hash;
      }
    }
    if (each) each(e, *stepper_);
    if (r.status != Status::ok) break;
  }
  return r;
}

}  // namespace takt::realtime
