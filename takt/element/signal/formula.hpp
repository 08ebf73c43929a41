// A signal given by a formula of t and of other signals, with exact derivatives (expression.hpp).
#pragma once

#include "takt/element/catalogue.hpp"
#include "takt/element/signal/expression.hpp"

namespace takt::element {

class FormulaSignal final : public SignalFunction {
 public:
  explicit FormulaSignal(Expression expression) : expression_(std::move(expression)) {
    if (expression_.jumps())
      throw Error("a signal cannot use 'floor': it has no derivatives", "",
                  "use step or smoothstep");
  }
  SignalValue value(double t) const noexcept override { return value_from(t, {}); }
  SignalValue value_from(double t, const OtherSignals& others) const noexcept override {
    const Jet j = expression_(t, others);
    return {j.v, j.d, j.dd};
  }
  double angular_frequency(double t, const OtherSignals& others) const noexcept override {
    return expression_.fastest_sine(t, others);
  }

  bool smooth() const noexcept override { return expression_.smooth(); }
  int switches() const noexcept override { return expression_.switches(); }
  void switch_values(double t, const OtherSignals& others, double* to) const noexcept override {
    expression_.switch_values(t, others, to);
  }

  static constexpr Key keys[] = {
      {"text", KeyKind::text, "", "",
       "formula of t and of other signals by name, as 2 * sin(3 * t) + bump", "formula"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    std::vector<std::string> names{"t"};
    for (const std::string& other : v.others()) names.push_back(other);
    return std::make_shared<FormulaSignal>(Expression::compile(v.word("text"), names));
  }
  static constexpr SignalEntry entry{"expression", "formula of t and of other signals", keys, make};

 private:
  Expression expression_;
};

}  // namespace takt::element
