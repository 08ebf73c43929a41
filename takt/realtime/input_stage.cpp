#include "takt/realtime/input_stage.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace takt::realtime {

namespace {

std::vector<InputChannel> only(Channel* channel, std::size_t inputs) {
  if (channel == nullptr) return {};
  InputChannel all{channel, std::vector<std::size_t>(inputs)};
  std::iota(all.inputs.begin(), all.inputs.end(), std::size_t{0});
  return {std::move(all)};
}

}  // namespace

InputStage::InputStage(std::span<const Input> inputs, Channel* channel, const InputOptions& options)
    : InputStage(inputs, only(channel, inputs.size()), options) {}

// memory_: values of the last period, of this one, of the newest frame, slopes per period; then the
// number of periods without a frame, and whether there was a frame at all.
InputStage::InputStage(std::span<const Input> inputs, std::vector<InputChannel> channels,
                       const InputOptions& options)
    : inputs_(inputs.begin(), inputs.end()), channels_(std::move(channels)), o_(options),
      memory_(4 * inputs.size() + 2), frame_(inputs.size()), others_(2 * channels_.size()) {
  const std::size_t n = inputs.size();
  const std::span<double> all(memory_);
  before_ = all.subspan(0, n);
  now_ = all.subspan(n, n);
  newest_ = all.subspan(2 * n, n);
  slope_ = all.subspan(3 * n, n);
  for (std::size_t i = 0; i < n; ++i)
    before_[i] = now_[i] = newest_[i] =
        std::clamp(inputs[i].standard, inputs[i].least, inputs[i].most);
}

InputStage::Silence InputStage::silence(std::size_t channel) noexcept {
  double* of = channel == 0 ? &memory_[memory_.size() - 2] : &others_[2 * channel];
  return {of[0], of[1]};
}

bool InputStage::next(std::int64_t period) noexcept {
  std::copy(now_.begin(), now_.end(), before_.begin());
  bool go_on = true;
  for (std::size_t c = 0; c < channels_.size(); ++c) go_on = hear(c, period) && go_on;
  return go_on;
}

bool InputStage::hear(std::size_t c, std::int64_t period) noexcept {
  const InputChannel& channel = channels_[c];
  const Silence silent = silence(c);
  Arrival arrival;
  if (channel.channel->latest({frame_.data(), channel.inputs.size()}, arrival)) {
    take(channel, silent);
    note_latency(period, arrival.answers);
    return true;
  }
  if (silent.heard == 0) {
    ++counts_.waiting;
    return true;
  }
  return miss(channel, silent);
}

void InputStage::take(const InputChannel& channel, Silence silent) noexcept {
  ++counts_.fresh;
  for (std::size_t k = 0; k < channel.inputs.size(); ++k) {
    const std::size_t i = channel.inputs[k];
    double x = frame_[k];
    if (!std::isfinite(x)) {  // keep the last finite value
      ++counts_.not_finite;
      x = newest_[i];
    } else if (x < inputs_[i].least || x > inputs_[i].most) {
      ++counts_.clamped;
      x = std::clamp(x, inputs_[i].least, inputs_[i].most);
    }
    // Slope of the line through the last two frames; zero for the first frame.
    slope_[i] = silent.heard != 0 ? (x - newest_[i]) / (silent.periods + 1) : 0;
    now_[i] = newest_[i] = x;
  }
  silent.periods = 0;
  silent.heard = 1;
}

bool InputStage::miss(const InputChannel& channel, Silence silent) noexcept {
  silent.periods += 1;
  counts_.longest_silence =
      std::max(counts_.longest_silence, static_cast<std::int64_t>(silent.periods));
  const bool patient = silent.periods <= o_.patience;
  if (o_.on_loss == OnLoss::extrapolate && patient) {
    ++counts_.extrapolated;
    for (const std::size_t i : channel.inputs)
      if (inputs_[i].interpolated)  // a value that is held, as of a switch, has no slope
        now_[i] =
            std::clamp(newest_[i] + slope_[i] * silent.periods, inputs_[i].least, inputs_[i].most);
    return true;
  }
  ++counts_.held;
  return patient || o_.on_loss != OnLoss::stop;
}

void InputStage::note_latency(std::int64_t period, std::int64_t answers) noexcept {
  if (answers < 0 || answers > period) return;  // unknown, or not plausible
  const std::int64_t periods = period - answers;
  counts_.latency_last = periods;
  counts_.latency_max = std::max(counts_.latency_max, periods);
  counts_.latency_sum += static_cast<double>(periods);
  ++counts_.latencies;
}

void InputStage::put(std::span<const double> values) noexcept {
  std::copy(now_.begin(), now_.end(), before_.begin());
  std::copy_n(values.begin(), std::min(values.size(), now_.size()), now_.begin());
  std::copy(now_.begin(), now_.end(), newest_.begin());
  std::fill(slope_.begin(), slope_.end(), 0);
  for (std::size_t c = 0; c < std::max<std::size_t>(channels_.size(), 1); ++c)
    silence(c).periods = 0;
}

void InputStage::wait_anew() noexcept {
  for (std::size_t c = 0; c < std::max<std::size_t>(channels_.size(), 1); ++c)
    silence(c).heard = silence(c).periods = 0;
}

void InputStage::at(int k, int n, double duration, std::span<double> values,
                    std::span<double> rates) const noexcept {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const double change = now_[i] - before_[i];
    const bool line = inputs_[i].interpolated;
    values[i] = line ? before_[i] + change * k / n : now_[i];
    rates[i] = line ? change / duration : 0;
  }
}

}  // namespace takt::realtime
