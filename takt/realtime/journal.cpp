#include "takt/realtime/journal.hpp"

#include "takt/realtime/plant.hpp"

namespace takt::realtime {
namespace {

void fill(moodycamel::ReaderWriterQueue<int>& queue, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) queue.enqueue(static_cast<int>(i));
}

void count(std::atomic<std::int64_t>& n) noexcept {  // for a single writer
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

}  // namespace

Change::Change(std::vector<std::string> s, std::unique_ptr<Plant> p)
    : set(std::move(s)), plant(std::move(p)), now(plant->model.system),
      composition(plant->simulation->composition()), start(plant->simulation->state()) {}
Change::~Change() = default;

Journal::Journal(const JournalSizes& s, const State& like)
    : entries_(s.entries), inputs_(s.entries * s.inputs), rates_(inputs_.size()),
      kept_(s.entries * s.kept), samples_(s.samples, like),
      checkpoints_(s.checkpoints * s.checkpoint_bytes), checkpoint_bytes_(s.checkpoint_bytes),
      free_entries_(s.entries), full_entries_(s.entries), free_samples_(s.samples),
      free_checkpoints_(s.checkpoints) {
  for (std::size_t i = 0; i < s.entries; ++i) {
    entries_[i].index = static_cast<int>(i);
    entries_[i].inputs = std::span(inputs_).subspan(i * s.inputs, s.inputs);
    entries_[i].rates = std::span(rates_).subspan(i * s.inputs, s.inputs);
    entries_[i].kept = std::span(kept_).subspan(i * s.kept, s.kept);
  }
  fill(free_entries_, s.entries);
  fill(free_samples_, s.samples);
  fill(free_checkpoints_, s.checkpoint_bytes > 0 ? s.checkpoints : 0);
}

Entry* Journal::open() noexcept {
  int i = 0;
  if (!free_entries_.try_dequeue(i)) {
    count(lost_entries_);
    return nullptr;
  }
  Entry& e = entries_[i];
  e.period = e.skipped = 0;
  e.flags = 0;
  e.steps = 0;
  e.empty = false;
  e.sample = nullptr;
  e.checkpoint = {};
  e.change = nullptr;
  e.sample_index = e.checkpoint_index = -1;
  return &e;
}

void Journal::copy(Entry& e, const State& s) noexcept {
  if (!free_samples_.try_dequeue(e.sample_index)) {
    e.sample_index = -1;
    count(lost_samples_);
    return;
  }
  State& to = samples_[e.sample_index];
  to.t = s.t;
  takt::copy(s.q, to.q);
  takt::copy(s.v, to.v);
  takt::copy(s.a, to.a);
  takt::copy(s.lambda, to.lambda);
  takt::copy(s.z, to.z);
  e.sample = &to;
}

bool Journal::reserve_checkpoint(Entry& e) noexcept {
  if (!free_checkpoints_.try_dequeue(e.checkpoint_index)) {
    e.checkpoint_index = -1;
    return false;
  }
  e.checkpoint =
      std::span(checkpoints_).subspan(e.checkpoint_index * checkpoint_bytes_, checkpoint_bytes_);
  return true;
}

void Journal::publish(Entry* e) noexcept { full_entries_.try_enqueue(e->index); }

Entry* Journal::next() noexcept {
  int i = 0;
  return full_entries_.try_dequeue(i) ? &entries_[i] : nullptr;
}

void Journal::give_back(Entry* e) noexcept {
  if (e->sample_index >= 0) free_samples_.try_enqueue(e->sample_index);
  if (e->checkpoint_index >= 0) free_checkpoints_.try_enqueue(e->checkpoint_index);
  free_entries_.try_enqueue(e->index);
}

}  // namespace takt::realtime
