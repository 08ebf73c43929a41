// A signal that is computed once a period from outputs and other signals, and held in between: a
// controller inside of the model.
//
//   u_k = clamp(formula(t_k, u_(k-1), outputs and signals at t_k)),   t_k = t_0 + k period
//
// Terms used: t_0 the start of the run; u_(-1) the key `value`.
//
// Outputs and signals are those of the instant before u_k is set, so nothing depends on the order in
// which several such signals are computed.
#pragma once

#include <algorithm>

#include "takt/element/catalogue.hpp"
#include "takt/element/signal/expression.hpp"

namespace takt::element {

class SampledFormula : public SignalFunction {
 public:
  static constexpr std::size_t most_names = 32;  // of outputs and signals in a formula

  SampledFormula(Expression expression, double first_value, double least, double most)
      : expression_(std::move(expression)), first_value_(first_value), least_(least), most_(most) {}

  SignalValue value(double) const noexcept override { return {first_value_, 0, 0}; }
  double sampled(std::span<const double> values) const noexcept override {
    const double u = expression_(values);
    return u < least_ ? least_ : u > most_ ? most_ : u;  // NaN stays, and ends the run
  }

  static constexpr Key keys[] = {
      {"period", KeyKind::number, "s", "", "between two computations; a whole number of steps",
       ">0"},
      {"text", KeyKind::text, "", "",
       "formula of outputs as out.name, of other signals, of t, and of its own last value `last`",
       "formula of outputs"},
      {"value", KeyKind::number, "", "0",
       "`last` at the first computation, which is at the start of the run"},
      {"least", KeyKind::number, "", "-1e300", "smallest value: it is limited to the range"},
      {"most", KeyKind::number, "", "1e300", "largest value"}};
  static SampledFormula formula_of(const Values& v) {
    if (v.others().size() > most_names)
      throw Error("the formula names " + std::to_string(v.others().size()) + " outputs and signals",
                  "", "at most " + std::to_string(most_names) + " are allowed: use two signals");
    std::vector<std::string> names{"t", "last"};
    for (const std::string& other : v.others()) names.push_back(other);
    return {Expression::compile(v.word("text"), names), v.number("value"), v.number("least"),
            v.number("most")};
  }
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    return std::make_shared<SampledFormula>(formula_of(v));
  }
  static constexpr SignalEntry entry{
      "sampled", "controller: computed once a period from outputs, held in between", keys, make};

 protected:
  double first_value() const noexcept { return first_value_; }

 private:
  Expression expression_;
  double first_value_, least_, most_;
};

}  // namespace takt::element
