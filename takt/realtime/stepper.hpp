// Takes the steps of a period, for a loop and for a replay: the same decisions and inputs give the
// same bits. No heap, no lock, no clock.
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

  // Takes all steps of a period; `degraded`: with the cheaper method. After a failure the state is
  // the last good one.
  Status period(const InputStage&, bool degraded) noexcept;
  int taken() const noexcept { return taken_; }  // steps of the last period
  void reset() noexcept;                         // back to the start
  // Continues with another plant of the same shape; `other` then holds the old one.
  void exchange(std::unique_ptr<Plant>& other) noexcept;

  const State& state() const noexcept { return active().state(); }
  std::span<const double> outputs() noexcept;
  std::span<const double> input_rates() noexcept { return stepping().input_rates(); }
  std::span<const double> kept() noexcept { return stepping().kept(); }
  const Engine& active() const noexcept;
  const Plant& plant() const noexcept { return *plant_; }
  int steps_per_period() const noexcept { return steps_; }
  // Takes trial steps, so that code and data are in the caches; their results are discarded.
  void warm_up(const InputStage&, int periods);
  void rehearse(const InputStage&) noexcept;  // one period, with the method of the last one

  std::size_t memory_size() const noexcept;  // bytes of a checkpoint
  void save(std::span<std::byte>) const noexcept;
  void restore(std::span<const std::byte>) noexcept;

 private:
  Engine& stepping() noexcept;

  std::unique_ptr<Plant> plant_;
  double duration_;  // s, of a period
  int steps_, taken_ = 0;
  bool degraded_ = false;         // the cheaper simulation holds the newest state
  std::vector<std::byte> aside_;  // saved memory, restored after a rehearsal
};

}  // namespace takt::realtime
