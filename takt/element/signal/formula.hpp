// u = an expression of t, with exact derivatives (expression.hpp).
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
  SignalValue value(double t) const noexcept override {
    const Jet j = expression_(t);
    return {j.v, j.d, j.dd};
  }

  static constexpr Key keys[] = {
      {"text", KeyKind::text, "", "", "formula of t, as 2 * sin(3 * t)"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    const std::string names[] = {"t"};
    return std::make_shared<FormulaSignal>(Expression::compile(v.word("text"), names));
  }
  static constexpr SignalEntry entry{"expression", "formula of t", keys, make};

 private:
  Expression expression_;
};

}  // namespace takt::element
