// Repeats a recorded run without a clock: the same decisions and inputs give the same bits. It
// starts at the beginning, or at a checkpoint to continue to where the run broke off.
#pragma once

#include <functional>

#include "takt/io/recording/recording.hpp"
#include "takt/realtime/stepper.hpp"

namespace takt::realtime {

PlantWords words_of(const io::RecordingHeader&);

struct Replayed {
  std::int64_t first = 0, next = 0;  // periods replayed: first <= k < next
  std::int64_t run = 0, verified = 0;
  std::int64_t mismatches = 0, first_mismatch = -1;  // hashes that differ
  std::uint64_t recorded_hash = 0, hash = 0;         // of the first mismatch
  std::int64_t gap = -1;  // first period that the recorder lost; the replay ends there
  Status status = Status::ok;
};

class Replay {
 public:
  // Throws Error if the model or the method cannot be opened.
  explicit Replay(const io::Recording&);

  void from_start();
  // Includes the parameters that were set since the start. Throws Error if the checkpoint is not
  // one of this model and method.
  void from(const io::CheckpointEntry&);
  void from_last_checkpoint();  // throws Error if there is none

  using Each = std::function<void(const io::PeriodEntry&, Stepper&)>;
  // Replays all periods from there on; `each` is called after each period that was run. Throws
  // Error if changed parameters cannot be applied.
  Replayed go(const Each& each = {});

  Stepper& stepper() noexcept { return *stepper_; }
  InputStage& inputs() noexcept { return *inputs_; }
  const PlantWords& words() const noexcept { return words_; }  // including all changes
  std::int64_t first() const noexcept { return first_; }
  // For a loop that continues the run.
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
