// Inputs of a period: the newest frame of their channel, checked against the declared ranges; or, when
// nothing came, what the policy says. With several channels each has inputs of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "takt/realtime/channel.hpp"

namespace takt::realtime {

// What happens in a period without a frame, once there was one: the last values stay; interpolated
// inputs go on along the line of the last two frames; or the last values stay for a while, and then
// the run ends.
enum class OnLoss : std::uint8_t { hold, extrapolate, stop };

struct InputOptions {
  OnLoss on_loss = OnLoss::hold;
  int patience = 100;  // periods without a frame: with one more `stop` stops, extrapolation holds
};

struct Lane {  // a channel, and the inputs its frames hold, in this order
  Channel* channel = nullptr;
  std::vector<std::size_t> inputs;
};

struct InputCounts {                                   // periods: of each channel that has inputs
  std::int64_t fresh = 0, held = 0, extrapolated = 0;  // periods, of all channels together
  std::int64_t waiting = 0;                            // periods before the first frame
  std::int64_t clamped = 0, not_finite = 0;            // values
  std::int64_t longest_silence = 0;                    // periods
  std::int64_t latency_last = -1, latency_max = -1;    // periods from an output to its answer
  double latency_sum = 0;
  std::int64_t latencies = 0;
};

class InputStage {
 public:
  // Inputs without a channel keep their standard values.
  InputStage(std::span<const Input> inputs, std::vector<Lane>, const InputOptions&);
  // All of one channel, which may be null.
  InputStage(std::span<const Input> inputs, Channel*, const InputOptions&);
  InputStage(const InputStage&) = delete;
  InputStage& operator=(const InputStage&) = delete;

  // At the start of a period; false: the policy says stop. Step thread: no heap, no wait.
  bool next(std::int64_t period) noexcept;
  // Replay: these values instead of the channel's.
  void put(std::span<const double> values) noexcept;
  // What to record: the values valid from this period on.
  std::span<const double> values() const noexcept { return now_; }
  // Values and rates at the start of step k of n in this period: held ones, or on the line from the
  // last period's value to this one's, which takes `duration` seconds.
  void at(int k, int n, double duration, std::span<double> values,
          std::span<double> rates) const noexcept;
  const InputCounts& counts() const noexcept { return counts_; }
  // As if no frame had come yet; the values stay.
  void wait_anew() noexcept;
  // What survives a period, for checkpoints.
  std::span<double> memory() noexcept { return memory_; }

 private:
  struct Silence {
    double& periods;  // since a frame came
    double& heard;    // 1: a frame came, ever
  };
  bool hear(std::size_t lane, std::int64_t period) noexcept;
  void take(const Lane&, Silence) noexcept;
  bool miss(const Lane&, Silence) noexcept;
  void note_latency(std::int64_t period, std::int64_t answers) noexcept;
  Silence silence(std::size_t lane) noexcept;

  std::vector<Input> inputs_;
  std::vector<Lane> lanes_;
  InputOptions o_;
  InputCounts counts_;
  std::vector<double> memory_, frame_;
  std::vector<double>
      others_;  // silence of all channels but the first, which begins anew on resume
  // In memory_: of the last period, of this one, of the newest frame, and its slope per period.
  std::span<double> before_, now_, newest_, slope_;
};

}  // namespace takt::realtime
