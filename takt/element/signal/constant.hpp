// A constant signal: u = value.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class ConstantSignal final : public SignalFunction {
 public:
  explicit ConstantSignal(double value) : u_(value) {}
  SignalValue value(double) const noexcept override { return {u_, 0, 0}; }
  bool smooth() const noexcept override { return true; }

  static constexpr Key keys[] = {{"value", KeyKind::number, "", "", "the value"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    return std::make_shared<ConstantSignal>(v.number("value"));
  }
  static constexpr SignalEntry entry{"constant", "always the same value", keys, make};

 private:
  double u_;
};

}  // namespace takt::element
