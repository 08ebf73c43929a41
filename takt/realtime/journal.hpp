// Passes results from the step thread to the recorder thread: entries in a queue without locks,
// taken from pools that were allocated at set-up. If the recorder is too slow, the pools run empty,
// and what does not fit is counted as lost: samples first, because entries are many and small. The
// step thread never waits.
#pragma once

#include <readerwriterqueue/readerwriterqueue.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/method/composition.hpp"

namespace takt::realtime {

struct Plant;

struct Change {  // of parameters during a run
  std::vector<std::string> set;
  std::unique_ptr<Plant> plant;  // the new plant; after the exchange, the old one
  // Of the new plant, to evaluate samples after the change:
  std::shared_ptr<const EquationsOfMotion> now;
  Composition composition;
  State start;

  Change(std::vector<std::string>, std::unique_ptr<Plant>);
  ~Change();
};

struct Entry {  // one period, as the step thread finished it
  std::int64_t period = 0;
  std::int64_t skipped = 0;  // periods left out before it
  std::uint8_t flags = 0;    // io::PeriodEntry::Flags
  std::uint16_t steps = 0;
  bool empty = false;               // no period, only the periods left out at the end
  std::span<double> inputs;         // valid from this period on
  std::span<double> rates;          // rates of the inputs at its end
  std::span<double> kept;           // kept values at its end
  State* sample = nullptr;          // state at its end; null: lost
  std::span<std::byte> checkpoint;  // empty: none
  Change* change = nullptr;         // the recorder deletes it
  int index = -1, sample_index = -1, checkpoint_index = -1;  // positions in the pools
};

struct JournalSizes {
  std::size_t entries = 1 << 16, samples = 1 << 12, checkpoints = 2;
  std::size_t inputs = 0, kept = 0, checkpoint_bytes = 0;
};

class Journal {
 public:
  Journal(const JournalSizes&, const State& like);

  // Step thread.
  Entry* open() noexcept;  // null: no room, counted as lost
  void copy(Entry&, const State&) noexcept;
  bool reserve_checkpoint(Entry&) noexcept;
  void publish(Entry*) noexcept;

  // Recorder thread.
  Entry* next() noexcept;  // null: nothing new
  void give_back(Entry*) noexcept;

  std::int64_t lost_samples() const noexcept { return lost_samples_; }
  std::int64_t lost_entries() const noexcept { return lost_entries_; }

 private:
  using Queue = moodycamel::ReaderWriterQueue<int>;

  List<Entry> entries_;
  std::vector<double> inputs_, rates_, kept_;
  List<State> samples_;
  std::vector<std::byte> checkpoints_;
  std::size_t checkpoint_bytes_;
  Queue free_entries_, full_entries_, free_samples_, free_checkpoints_;
  std::atomic<std::int64_t> lost_samples_{0}, lost_entries_{0};
};

}  // namespace takt::realtime
