// Formulas as users write them, compiled to postfix code. They are evaluated on numbers for
// `${...}` in model files, on jets of t and of other signals for signals, and on dual numbers for
// forces.
//
//   + - * / ^   < <= > >= == !=   a ? b : c   ( )   numbers, names, pi, e
//   sin cos tan asin acos atan atan2(y, x) sqrt exp log abs min(a, b) max(a, b) floor sign
//   step(x): 0 below 0, else 1     smoothstep(x): 0 below 0, x^2 (3 - 2 x), 1 beyond 1
//
// ^ binds tighter than a sign before it and is right-associative: -2^2 = -4, 2^3^2 = 512. Both
// branches of a choice are evaluated. Comparisons give 1 or 0. Evaluation does not allocate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/element/signal/jet.hpp"
#include "takt/element/signal/signal.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

// `column` counts from 1; `where` contains it and the text.
class ExpressionError : public Error {
 public:
  ExpressionError(const std::string& what_is_wrong, std::string_view text, int at,
                  std::string instead);
  int column;
  std::string unknown;  // the unknown name, if that is the error
};

class Expression {
 public:
  static constexpr std::size_t longest = 1000;  // characters
  static constexpr int deepest = 50;            // nested brackets, signs, powers and choices
  static constexpr int stack = 64;              // operands at a time

  // Throws ExpressionError. `names` gives the order of the values; a name hides pi or e.
  static Expression compile(std::string_view text, std::span<const std::string> names);

  // The names in a text, each once, without those of functions.
  static std::vector<std::string> names_in(std::string_view text);

  double operator()(std::span<const double> values) const noexcept;  // one for each name
  Jet operator()(double t) const noexcept;                           // every name stands for t
  // With exact derivatives; one value for each name.
  static constexpr int most_derivatives = 8;
  using Slopes = Dual<most_derivatives>;
  Slopes operator()(std::span<const Slopes> values) const noexcept;
  // The first name stands for t, the following ones for the other signals.
  Jet operator()(double t, const OtherSignals&) const noexcept;
  // The largest rate of the argument of a sine, cosine or tangent at time t.
  double fastest_sine(double t, const OtherSignals&) const noexcept;

  bool jumps() const noexcept { return jumps_; }  // uses floor, which has no derivative
  // True if its first derivative is continuous and the second bounded, for smooth values of any size. So it
  // is without abs, min, max, sign, step, floor, comparison, choice and atan2, and with division, ^, sqrt,
  // log, tan, asin, acos where the range of the operands proves it: 1/(2 + sin(t)), but not 1/t.
  bool smooth() const noexcept;
  // Switching functions: one for each abs, min, max, sign, step, smoothstep and comparison, in the
  // order of evaluation; those in a branch that is not chosen count as well.
  int switches() const noexcept;
  void switch_values(std::span<const double> values, double*) const noexcept;
  void switch_values(double t, const OtherSignals&, double*) const noexcept;

 private:
  friend class ExpressionCompiler;
  enum class Code : std::uint8_t {
    constant,
    variable,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    unequal,
    choose,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sqrt,
    exp,
    log,
    abs,
    min,
    max,
    floor,
    sign,
    step,
    smoothstep
  };
  struct Op {
    Code code;
    int index;     // of a variable
    double value;  // of a constant
  };
  template <class T, class ValueOf, class Seen> T evaluate(ValueOf, Seen) const noexcept;
  template <class T> static T apply(Code, const T* x) noexcept;
  static int operands(Code) noexcept;
  static bool has_switch(Code) noexcept;
  static double switch_of(Code, const double* operands) noexcept;

  std::vector<Op> ops_;
  bool jumps_ = false;
};

}  // namespace takt::element
