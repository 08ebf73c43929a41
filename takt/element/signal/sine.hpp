// A sine signal: u = offset + A sin(w t + phase),   w = 2 pi f.
#pragma once

#include <cmath>
#include <numbers>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

class SineSignal final : public SignalFunction {
 public:
  SineSignal(double amplitude, double omega, double phase = 0, double offset = 0)
      : A_(amplitude), w_(omega), phase_(phase), offset_(offset) {}

  SignalValue value(double t) const noexcept override {
    const double s = A_ * std::sin(w_ * t + phase_), c = A_ * std::cos(w_ * t + phase_);
    return {offset_ + s, w_ * c, -w_ * w_ * s};
  }
  double angular_frequency(double, const OtherSignals&) const noexcept override {
    return A_ == 0 ? 0 : std::abs(w_);
  }
  bool smooth() const noexcept override { return true; }

  static constexpr Key keys[] = {
      {"amplitude", KeyKind::number, "", "1", "A"},
      {"frequency", KeyKind::number, "Hz", "none", "f; this or omega"},
      {"omega", KeyKind::number, "rad/s", "none", "w; this or frequency"},
      {"phase", KeyKind::number, "rad", "0", "at t = 0"},
      {"offset", KeyKind::number, "", "0", "mean value"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    if (v.given("frequency") == v.given("omega"))
      throw Error(v.given("omega") ? "both 'frequency' and 'omega' are given"
                                   : "a sine without 'frequency'",
                  "", "give 'frequency' in Hz or 'omega' in rad/s");
    const double w =
        v.given("omega") ? v.number("omega") : 2 * std::numbers::pi * v.number("frequency");
    return std::make_shared<SineSignal>(v.number("amplitude"), w, v.number("phase"),
                                        v.number("offset"));
  }
  static constexpr SignalEntry entry{"sine", "a sine wave", keys, make};

 private:
  double A_, w_, phase_, offset_;
};

}  // namespace takt::element
