// A system whose inputs have second derivatives. In simulations the second derivative of an input is
// zero (model/signals.hpp); this class adds what it does to the excitation:
//
//   ddu += (du/d input') input''
//
// Here du/d input' equals the derivative of the signals with respect to the input, because du is
// linear in the rates of the inputs.
#pragma once

#include <vector>

#include "takt/eom/evaluator.hpp"

namespace takt::analyse {

class WithInputAccelerations final : public EquationsOfMotion {
 public:
  explicit WithInputAccelerations(const EquationsOfMotion& system)
      : system_(system), accelerations_(system.shape().inputs, 0.0),
        shifted_(2 * accelerations_.size() + static_cast<std::size_t>(system.shape().kept)) {
    const Index nu = system.shape().nu;
    ahead_ = {Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
  }

  std::vector<double>& accelerations() noexcept { return accelerations_; }

  void excite(double t, std::span<const double> inputs, Excitation& x) const noexcept override {
    system_.excite(t, inputs, x);
    const std::size_t n = accelerations_.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (accelerations_[i] == 0) continue;
      std::copy(inputs.begin(), inputs.end(), shifted_.begin());
      shifted_[n + i] += 1;
      system_.excite(t, shifted_, ahead_);
      x.ddu += accelerations_[i] * (ahead_.du - x.du);
    }
  }

  const Shape& shape() const noexcept override { return system_.shape(); }
  const Names& names() const noexcept override { return system_.names(); }
  State initial() const override { return system_.initial(); }
  std::unique_ptr<Scratch> make_scratch() const override { return system_.make_scratch(); }
  void standard_inputs(std::span<double> x) const noexcept override { system_.standard_inputs(x); }
  void evaluate(const Point& p, Need need, Terms& out, Scratch& s) const noexcept override {
    system_.evaluate(p, need, out, s);
  }
  void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept override {
    system_.retract(q, dq, out);
  }
  void increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept override {
    system_.increment_rate(dq, v, out);
  }
  void magnitude(const Vector& q, Vector& out) const noexcept override {
    system_.magnitude(q, out);
  }
  double potential(const Point& p, Scratch& s) const noexcept override {
    return system_.potential(p, s);
  }
  void outputs(const Point& p, std::span<double> y, Scratch& s) const noexcept override {
    system_.outputs(p, y, s);
  }
  const Recursive* recursive() const noexcept override { return system_.recursive(); }
  const Conservative* conservative() const noexcept override { return system_.conservative(); }
  const Abrupt* abrupt() const noexcept override { return system_.abrupt(); }
  const Observable* observable() const noexcept override { return system_.observable(); }
  const Energetic* energetic() const noexcept override { return system_.energetic(); }

 private:
  const EquationsOfMotion& system_;
  std::vector<double> accelerations_;    // one per input
  mutable std::vector<double> shifted_;  // workspace: used by one thread only
  mutable Excitation ahead_;
};

}  // namespace takt::analyse
