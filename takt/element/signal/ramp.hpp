// A signal that changes from one value to another and is constant before and after.
//
//   u = from + (to - from) r(x),   x = (t - start) / duration in [0, 1]
//   linear r = x;   cubic r = x^2 (3 - 2 x), C^1;   quintic r = x^3 (10 - 15 x + 6 x^2), C^2
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class RampSignal final : public SignalFunction {
 public:
  enum class Shape { linear, cubic, quintic };
  RampSignal(double from, double to, double start, double duration, Shape shape)
      : from_(from), rise_(to - from), start_(start), duration_(duration), shape_(shape) {}

  SignalValue value(double t) const noexcept override {
    const double x = (t - start_) / duration_;
    if (x <= 0) return {from_, 0, 0};
    if (x >= 1) return {from_ + rise_, 0, 0};
    SignalValue r;
    switch (shape_) {
      case Shape::linear: r = {x, 1, 0}; break;
      case Shape::cubic: r = {x * x * (3 - 2 * x), 6 * x * (1 - x), 6 - 12 * x}; break;
      case Shape::quintic:
        r = {x * x * x * (10 + x * (-15 + 6 * x)), 30 * x * x * (1 - x) * (1 - x),
             60 * x * (1 + x * (-3 + 2 * x))};
        break;
    }
    return {from_ + rise_ * r.u, rise_ * r.du / duration_, rise_ * r.ddu / (duration_ * duration_)};
  }

  bool smooth() const noexcept override { return shape_ != Shape::linear || rise_ == 0; }

  double next_kink(double t) const noexcept override {
    if (shape_ == Shape::quintic || rise_ == 0) return SignalFunction::next_kink(t);
    if (t < start_) return start_;
    const double end = start_ + duration_;
    return t < end ? end : SignalFunction::next_kink(t);
  }

  static constexpr Key keys[] = {{"from", KeyKind::number, "", "0", "value before"},
                                 {"to", KeyKind::number, "", "", "value after"},
                                 {"start", KeyKind::number, "s", "0", "when it begins"},
                                 {"duration", KeyKind::number, "s", "1", "how long it takes", ">0"},
                                 {"shape", KeyKind::word, "", "cubic",
                                  "how smooth: cubic is C^1, quintic C^2", "linear|cubic|quintic"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    const std::string shape = v.word("shape");
    return std::make_shared<RampSignal>(v.number("from"), v.number("to"), v.number("start"),
                                        v.number("duration"),
                                        shape == "linear"    ? Shape::linear
                                        : shape == "quintic" ? Shape::quintic
                                                             : Shape::cubic);
  }
  static constexpr SignalEntry entry{"ramp", "from one value to another", keys, make};

 private:
  double from_, rise_, start_, duration_;
  Shape shape_;
};

}  // namespace takt::element
