#include "takt/realtime/stepper.hpp"

#include <chrono>
#include <cstring>

namespace takt::realtime {
namespace {

constexpr auto long_enough = std::chrono::milliseconds(50);  // longest time to warm up

}  // namespace

Stepper::Stepper(std::unique_ptr<Plant> plant, int steps_per_period)
    : plant_(std::move(plant)), duration_(steps_per_period * plant_->method.step),
      steps_(steps_per_period), aside_(memory_size()) {}

Engine& Stepper::stepping() noexcept { return degraded_ ? *plant_->cheaper : *plant_->simulation; }
const Engine& Stepper::active() const noexcept {
  return degraded_ ? *plant_->cheaper : *plant_->simulation;
}

Status Stepper::period(const InputStage& inputs, bool degraded) noexcept {
  taken_ = 0;
  if (degraded != degraded_ && plant_->cheaper) {
    const Engine& from = active();
    degraded_ = degraded;
    stepping().adopt(from.state(), from.steps(), from.kept());
  }
  Engine& s = stepping();
  for (int k = 0; k < steps_; ++k) {
    if (!s.inputs().empty()) inputs.at(k, steps_, duration_, s.inputs(), s.input_rates());
    const StepReport report = s.step();
    if (report.status != Status::ok) return report.status;
    ++taken_;
  }
  return Status::ok;
}

void Stepper::reset() noexcept {
  degraded_ = false;
  plant_->simulation->restore(plant_->start);
}

void Stepper::exchange(std::unique_ptr<Plant>& other) noexcept {
  const Engine& from = active();
  other->simulation->adopt(from.state(), from.steps(), from.kept());
  degraded_ = false;
  std::swap(plant_, other);
}

std::span<const double> Stepper::outputs() noexcept {
  Engine& s = stepping();
  return plant_->outputs->at(s.state(), s.inputs(), s.input_rates(), s.kept());
}

void Stepper::warm_up(const InputStage& inputs, int periods) {
  std::vector<std::byte> before(memory_size());
  save(before);
  for (const bool degraded : {false, true}) {
    if (degraded && !plant_->cheaper) break;
    const auto until = std::chrono::steady_clock::now() + long_enough;
    for (int k = 0; k < periods && std::chrono::steady_clock::now() < until; ++k)
      if (period(inputs, degraded) != Status::ok) break;
    outputs();
  }
  restore(before);
}

void Stepper::rehearse(const InputStage& inputs) noexcept {
  save(aside_);
  period(inputs, degraded_);
  outputs();
  restore(aside_);
}

std::size_t Stepper::memory_size() const noexcept {
  return 1 + plant_->simulation->memory_size() +
         (plant_->cheaper ? plant_->cheaper->memory_size() : 0);
}

void Stepper::save(std::span<std::byte> out) const noexcept {
  out[0] = std::byte{degraded_};
  const std::size_t size = plant_->simulation->memory_size();
  plant_->simulation->save(out.subspan(1, size));
  if (plant_->cheaper) plant_->cheaper->save(out.subspan(1 + size));
}

void Stepper::restore(std::span<const std::byte> in) noexcept {
  degraded_ = in[0] != std::byte{0};
  const std::size_t size = plant_->simulation->memory_size();
  plant_->simulation->restore(in.subspan(1, size));
  if (plant_->cheaper) plant_->cheaper->restore(in.subspan(1 + size));
}

}  // namespace takt::realtime
