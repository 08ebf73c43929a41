#include "takt/realtime/input_stage.hpp"

#include <algorithm>
#include <cmath>

namespace takt::realtime {

// memory_: values of the last period, of this one, of the newest frame, slopes per period; then how
// many periods have passed without a frame, and whether there ever was one.
InputStage::InputStage(std::span<const Input> inputs, Channel* channel, const InputOptions& options)
    : inputs_(inputs.begin(), inputs.end()), channel_(channel), o_(options),
      memory_(4 * inputs.size() + 2), frame_(inputs.size()) {
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

bool InputStage::next(std::int64_t period) noexcept {
  std::copy(now_.begin(), now_.end(), before_.begin());
  if (channel_ == nullptr) return true;
  Arrival arrival;
  if (channel_->latest(frame_, arrival)) {
    take();
    note_latency(period, arrival.answers);
    return true;
  }
  if (heard() == 0) {
    ++counts_.waiting;
    return true;
  }
  return miss();
}

void InputStage::take() noexcept {
  ++counts_.fresh;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    double x = frame_[i];
    if (!std::isfinite(x)) {  // the last one that was a number stays
      ++counts_.not_finite;
      x = newest_[i];
    } else if (x < inputs_[i].least || x > inputs_[i].most) {
      ++counts_.clamped;
      x = std::clamp(x, inputs_[i].least, inputs_[i].most);
    }
    // Along the line of the last two frames; a first frame has none.
    slope_[i] = heard() != 0 ? (x - newest_[i]) / (silent() + 1) : 0;
    now_[i] = newest_[i] = x;
  }
  silent() = 0;
  heard() = 1;
}

bool InputStage::miss() noexcept {
  silent() += 1;
  counts_.longest_silence = std::max(counts_.longest_silence, static_cast<std::int64_t>(silent()));
  const bool patient = silent() <= o_.patience;
  if (o_.on_loss == OnLoss::extrapolate && patient) {
    ++counts_.extrapolated;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].interpolated)  // a switch has no slope
        now_[i] = std::clamp(newest_[i] + slope_[i] * silent(), inputs_[i].least, inputs_[i].most);
    return true;
  }
  ++counts_.held;
  return patient || o_.on_loss != OnLoss::stop;
}

void InputStage::note_latency(std::int64_t period, std::int64_t answers) noexcept {
  if (answers < 0 || answers > period) return;  // unknown, or made up
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
  silent() = 0;
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
