// Base of signals u(t) with two derivatives.
#pragma once

#include <span>

namespace takt::element {

struct SignalValue {
  double u = 0, du = 0, ddu = 0;
};

// The signals that a function names, at the same time.
class OtherSignals {
 public:
  OtherSignals() = default;
  // `which`: their numbers among all signals; u, du and ddu: values of all signals.
  OtherSignals(std::span<const int> which, const double* u, const double* du, const double* ddu)
      : which_(which), u_(u), du_(du), ddu_(ddu) {}

  SignalValue operator[](std::size_t k) const noexcept {
    if (k >= which_.size()) return {};
    const int i = which_[k];
    return {u_[i], du_[i], ddu_[i]};
  }

 private:
  std::span<const int> which_;
  const double *u_ = nullptr, *du_ = nullptr, *ddu_ = nullptr;
};

class SignalFunction {  // immutable; no heap in value()
 public:
  virtual ~SignalFunction() = default;
  virtual SignalValue value(double t) const noexcept = 0;
  // For functions that name other signals, which come in the order of Values::others.
  virtual SignalValue value_from(double t, const OtherSignals&) const noexcept { return value(t); }
  // Angular frequency of the fastest sine in it at time t, in rad/s; 0 if there is none.
  virtual double angular_frequency(double /*t*/, const OtherSignals&) const noexcept { return 0; }
  // Of a signal that is computed once a period and held in between: its value from t, its last value,
  // and those of the signals and outputs it names, in the order of Values::others.
  virtual double sampled(std::span<const double> /*values*/) const noexcept { return 0; }
};

}  // namespace takt::element
