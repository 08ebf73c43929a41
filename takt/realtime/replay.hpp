// A recorded run once more, without a clock: the same decisions and inputs, hence the same bits. From
// its start, or from its last checkpoint to where it broke off.
#pragma once

#include <functional>

#include "takt/io/recording/recording.hpp"
#include "takt/realtime/stepper.hpp"

namespace takt::realtime {

PlantWords words_of(const io::RecordingHeader&);

struct Replayed {
  std::int64_t first = 0, next = 0;  // periods gone through: first <= k < next
  std::int64_t run = 0, verified = 0;
  std::int64_t mismatches = 0, first_mismatch = -1;  // hashes that differ
  std::uint64_t recorded_hash = 0, hash = 0;         // of the first that differs
  std::int64_t gap = -1;  // periods the recorder lost begin here: nothing after it was gone through
  Status status = Status::ok;
};

class Replay {
 public:
  // Throws Error: a model or method that cannot be opened.
  explicit Replay(const io::Recording&);

  void from_start();
  // Also what was set since the start. Throws Error when it is not one of this model and method.
  void from(const io::CheckpointEntry&);
  void from_last_checkpoint();  // Throws Error when there is none.

  using Each = std::function<void(const io::PeriodEntry&, Stepper&)>;
  // All periods from there on; `each` is called after those that were run. Throws Error when changed
  // parameters cannot be applied.
  Replayed go(const Each& each = {});

  Stepper& stepper() noexcept { return *stepper_; }
  InputStage& inputs() noexcept { return *inputs_; }
  const PlantWords& words() const noexcept { return words_; }  // with all changes
  std::int64_t first() const noexcept { return first_; }
  // For a loop that goes on.
  std::unique_ptr<Stepper> take_stepper() noexcept { return std::move(stepper_); }
  void give_stepper(std::unique_ptr<Stepper> s) noexcept { stepper_ = std::move(s); }

 private:
  void open();
  void apply_changes(std::int64_t before);

  const io::Recording& recording_;
  PlantWords words_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<InputStage> inputs_;
  std::int64_t first_ = 0;
};

}  // namespace takt::realtime
