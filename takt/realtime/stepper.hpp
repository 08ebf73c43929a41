// Takes the steps of a period, in a loop and in a replay alike: the same decisions and inputs give the
// same bits. No heap, no lock, no clock of its own.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/io/recording/recording.hpp"
#include "takt/realtime/input_stage.hpp"
#include "takt/realtime/plant.hpp"

namespace takt::realtime {

class Stepper {
 public:
  Stepper(std::unique_ptr<Plant>, int steps_per_period);

  // All steps of a period; `degraded`: with the cheaper method. On failure the state is the last good
  // one.
  Status period(const InputStage&, bool degraded) noexcept;
  int taken() const noexcept { return taken_; }  // steps, of that period
  void reset() noexcept;                         // back to the start
  // Goes on with another plant of the same shape; `other` then holds the old one.
  void exchange(std::unique_ptr<Plant>& other) noexcept;

  const State& state() const noexcept { return active().state(); }
  std::span<const double> outputs() noexcept;
  std::span<const double> input_rates() noexcept { return stepping().input_rates(); }
  const Simulation& active() const noexcept;
  const Plant& plant() const noexcept { return *plant_; }
  int steps_per_period() const noexcept { return steps_; }
  // Steps on the side, so that code and data are warm; nothing of them is kept.
  void warm_up(const InputStage&, int periods);
  void rehearse(const InputStage&) noexcept;  // one period, as the last

  std::size_t memory_size() const noexcept;  // of a checkpoint, bytes
  void save(std::span<std::byte>) const noexcept;
  void restore(std::span<const std::byte>) noexcept;

 private:
  Simulation& stepping() noexcept;

  std::unique_ptr<Plant> plant_;
  double duration_;  // s, of a period
  int steps_, taken_ = 0;
  bool degraded_ = false;         // the cheaper simulation holds the newest state
  std::vector<std::byte> aside_;  // what a rehearsal puts back
};

}  // namespace takt::realtime
