// Inputs of a period: the newest frame of their channel, checked against the declared ranges or, if
// none came, what the policy says. With several channels each channel has its own inputs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "takt/realtime/channel.hpp"

namespace takt::realtime {

// What happens in a period without a frame, after the first frame: the last values are kept;
// interpolated inputs continue along the line through the last two frames; or the last values are
// kept for a while, and then the run ends.
enum class OnLoss : std::uint8_t { hold, extrapolate, stop };

struct InputOptions {
  OnLoss on_loss = OnLoss::hold;
  // Periods without a frame; after that `stop` ends the run and `extrapolate` keeps the last
  // values.
  int patience = 100;
};

struct InputChannel {  // a channel and the inputs that its frames hold, in this order
  Channel* channel = nullptr;
  std::vector<std::size_t> inputs;
};

struct InputCounts {
  // Periods, summed over all channels that have inputs.
  std::int64_t fresh = 0, held = 0, extrapolated = 0;
  std::int64_t waiting = 0;                  // periods before the first frame
  std::int64_t clamped = 0, not_finite = 0;  // values
  std::int64_t longest_silence = 0;          // periods
  // periods from an output to the input that answers it
  std::int64_t latency_last = -1, latency_max = -1;
  double latency_sum = 0;
  std::int64_t latencies = 0;
};

class InputStage {
 public:
  // Inputs without a channel keep their default values.
  InputStage(std::span<const Input> inputs, std::vector<InputChannel>, const InputOptions&);
  // All inputs come from one channel, which may be null.
  InputStage(std::span<const Input> inputs, Channel*, const InputOptions&);
  InputStage(const InputStage&) = delete;
  InputStage& operator=(const InputStage&) = delete;

  // To be called at the start of a period; false: the policy ends the run. Step thread: no heap, no
  // wait.
  bool next(std::int64_t period) noexcept;
  // For a replay: uses these values instead of those of a channel.
  void put(std::span<const double> values) noexcept;
  // The values that are valid from this period on, for the recording.
  std::span<const double> values() const noexcept { return now_; }
  // Values and rates at the start of step k of n in this period: constant ones, or on the line from
  // the value of the last period to the value of this one, over `duration` seconds.
  void at(int k, int n, double duration, std::span<double> values,
          std::span<double> rates) const noexcept;
  const InputCounts& counts() const noexcept { return counts_; }
  // Waits for a first frame again; the values are kept.
  void wait_anew() noexcept;
  // What must be kept from period to period, for checkpoints.
  std::span<double> memory() noexcept { return memory_; }

 private:
  struct Silence {
    double& periods;  // since the last frame
    double& heard;    // 1: there was a frame
  };
  bool hear(std::size_t channel, std::int64_t period) noexcept;
  void take(const InputChannel&, Silence) noexcept;
  bool miss(const InputChannel&, Silence) noexcept;
  void note_latency(std::int64_t period, std::int64_t answers) noexcept;
  Silence silence(std::size_t channel) noexcept;

  std::vector<Input> inputs_;
  std::vector<InputChannel> channels_;
  InputOptions o_;
  InputCounts counts_;
  std::vector<double> memory_, frame_;
  // Silence of all channels but the first; not in memory_, so it starts at zero after a resume.
  std::vector<double> others_;
  // Parts of memory_: values of the last period, of this one, of the newest frame; its slope per
  // period.
  std::span<double> before_, now_, newest_, slope_;
};

}  // namespace takt::realtime
