#include "takt/integrator/structural_states.hpp"

namespace takt {

StructuralStates::StructuralStates(const Shape& s)
    : stiff_(!s.stiff_states.empty()), e_(Vector::Zero(s.nz)), rule_{0, Vector::Zero(s.nz)} {
  Index next = 0;
  for (const StateBlock& b : s.stiff_states) {
    if (b.first > next) plain_.push_back({next, b.first - next});
    next = b.first + b.count;
  }
  if (s.nz > next) plain_.push_back({next, s.nz - next});
}

std::size_t StructuralStates::memory_size() const noexcept {
  return stiff_ ? static_cast<std::size_t>(e_.size()) + 1 : 0;
}

const StateRule* StructuralStates::begin(const State& from, double h,
                                         std::span<const double> memory) noexcept {
  if (!stiff_) return nullptr;
  const double last = memory.back();
  const double k = last > 0 ? (h + last) / (2 * h + last) : 1;
  rule_.w = h * k;
  for (Index i = 0; i < e_.size(); ++i) rule_.reached[i] = from.z[i] + h * (1 - k) * memory[i];
  return &rule_;
}

void StructuralStates::predict(const State& from, double h, const Vector& e,
                               std::span<const double> memory, State& next) noexcept {
  copy(from.z, next.z);
  copy(e, e_);
  if (!stiff_) {
    for (Index i = 0; i < e_.size(); ++i) next.z[i] += h * e_[i];
    return;
  }
  for (Index i = 0; i < e_.size(); ++i) next.z[i] += h * memory[i];
  for (const StateBlock& b : plain_)
    for (Index i = b.first; i < b.first + b.count; ++i) next.z[i] = from.z[i] + h * e_[i];
}

void StructuralStates::follow_plain(const State& from, double h, const Vector& e,
                                    State& next) const noexcept {
  for (const StateBlock& b : plain_)
    for (Index i = b.first; i < b.first + b.count; ++i)
      next.z[i] = from.z[i] + 0.5 * h * (e_[i] + e[i]);
}

void StructuralStates::remember(const State& from, double h, const State& next,
                                std::span<double> memory) const noexcept {
  if (!stiff_) return;
  for (Index i = 0; i < e_.size(); ++i) memory[i] = (next.z[i] - from.z[i]) / h;
  memory.back() = h;
}

}  // namespace takt
