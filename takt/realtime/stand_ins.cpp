// Until channels and recordings are merged.
#include "takt/base/error.hpp"
#include "takt/io/recording/recording.hpp"
#include "takt/realtime/input_stage.hpp"
namespace takt::realtime {
std::unique_ptr<Channel> open_channel(const std::string&, std::span<const Input>,
                                      std::span<const std::string>) {
  throw Error("no channels yet", "", "");
}
InputStage::InputStage(std::span<const Input> inputs, Channel* c, const InputOptions& o)
    : inputs_(inputs.begin(), inputs.end()), channel_(c), o_(o), memory_(2 * inputs.size()),
      frame_(inputs.size()) {
  before_ = std::span(memory_).first(inputs.size());
  now_ = std::span(memory_).last(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) before_[i] = now_[i] = inputs[i].standard;
}
bool InputStage::next(std::int64_t) noexcept {
  std::copy(now_.begin(), now_.end(), before_.begin());
  Arrival a;
  if (channel_ != nullptr && channel_->latest(frame_, a))
    std::copy(frame_.begin(), frame_.end(), now_.begin());
  return true;
}
void InputStage::put(std::span<const double> v) noexcept {
  std::copy(now_.begin(), now_.end(), before_.begin());
  std::copy(v.begin(), v.end(), now_.begin());
}
void InputStage::at(int k, int n, double d, std::span<double> v,
                    std::span<double> r) const noexcept {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const bool line = inputs_[i].interpolated;
    v[i] = line ? before_[i] + (now_[i] - before_[i]) * k / n : now_[i];
    r[i] = line ? (now_[i] - before_[i]) / d : 0;
  }
}
}  // namespace takt::realtime
namespace takt::io {
std::unique_ptr<RecordingWriter> write_recording(std::string, const RecordingHeader&) {
  throw Error("no recordings yet", "", "");
}
Recording read_recording(const std::string&) { throw Error("no recordings yet", "", ""); }
}  // namespace takt::io
