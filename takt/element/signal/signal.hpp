// Base of signals u(t) with two derivatives.
#pragma once

#include <limits>
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
  // True if u and u' are continuous, so that u'' is bounded. A joint can follow such a signal without
  // a constraint row; at a kink of u the bodies would need an impulse. The signals that a function
  // names are asked themselves.
  virtual bool smooth() const noexcept { return false; }
  // The first time after t at which u, u' or u'' jumps, as far as it is known beforehand; infinite if
  // there is none. Methods with error control end a step there.
  virtual double next_kink(double /*t*/) const noexcept {
    return std::numeric_limits<double>::infinity();
  }
  // Switching functions, as those of element::Law: of formulas, whose kinks must be searched.
  virtual int switches() const noexcept { return 0; }
  virtual void switch_values(double /*t*/, const OtherSignals&, double*) const noexcept {}
  // Of a signal that is sampled once a period: its sample from t, its last sample, and the values of
  // the signals and outputs it names, in the order of Values::others.
  virtual double sampled(std::span<const double> /*values*/) const noexcept { return 0; }
  // What is kept of it until the next instant: kept() numbers, among them the last sample. Part by
  // part: the value at first, the value from an instant t on, which may depend on those before. Between
  // two instants the signal is a function of t and of these.
  virtual int kept() const noexcept { return 1; }
  virtual int last() const noexcept { return 0; }
  virtual double first(int /*part*/) const noexcept { return value(0).u; }
  virtual double renewed(int /*part*/, double /*t*/, double sample,
                         std::span<const double> /*before*/) const noexcept {
    return sample;
  }
  virtual SignalValue between(double /*t*/, std::span<const double> kept) const noexcept {
    return {kept[0], 0, 0};
  }
};

}  // namespace takt::element
