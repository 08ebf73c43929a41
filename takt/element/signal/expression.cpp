#include "takt/element/signal/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace takt::element {

bool Expression::has_switch(Code code) noexcept {
  switch (code) {
    case Code::less:
    case Code::less_equal:
    case Code::greater:
    case Code::greater_equal:
    case Code::abs:
    case Code::min:
    case Code::max:
    case Code::sign:
    case Code::step:
    case Code::smoothstep: return true;
    default: return false;
  }
}

int Expression::switches() const noexcept {
  int n = 0;
  for (const Op& op : ops_) n += has_switch(op.code);
  return n;
}

int Expression::operands(Code code) noexcept {
  switch (code) {
    case Code::constant:
    case Code::variable: return 0;
    case Code::choose: return 3;
    case Code::add:
    case Code::subtract:
    case Code::multiply:
    case Code::divide:
    case Code::power:
    case Code::less:
    case Code::less_equal:
    case Code::greater:
    case Code::greater_equal:
    case Code::equal:
    case Code::unequal:
    case Code::atan2:
    case Code::min:
    case Code::max: return 2;
    default: return 1;
  }
}

namespace {

double value(double x) noexcept { return x; }
double value(const Jet& x) noexcept { return x.v; }
double value(const Expression::Slopes& x) noexcept { return x.v; }

}  // namespace

template <class T> T Expression::apply(Code code, const T* x) noexcept {
  using std::abs, std::sin, std::cos, std::tan, std::asin, std::acos, std::atan, std::atan2;
  using std::sqrt, std::exp, std::log, std::pow;
  const double a = value(x[0]);
  switch (code) {
    case Code::constant:
    case Code::variable: break;
    case Code::negate: return -x[0];
    case Code::add: return x[0] + x[1];
    case Code::subtract: return x[0] - x[1];
    case Code::multiply: return x[0] * x[1];
    case Code::divide: return x[0] / x[1];
    case Code::power: return pow(x[0], x[1]);
    case Code::less: return T(a < value(x[1]));
    case Code::less_equal: return T(a <= value(x[1]));
    case Code::greater: return T(a > value(x[1]));
    case Code::greater_equal: return T(a >= value(x[1]));
    case Code::equal: return T(a == value(x[1]));
    case Code::unequal: return T(a != value(x[1]));
    case Code::choose: return a != 0 ? x[1] : x[2];
    case Code::sin: return sin(x[0]);
    case Code::cos: return cos(x[0]);
    case Code::tan: return tan(x[0]);
    case Code::asin: return asin(x[0]);
    case Code::acos: return acos(x[0]);
    case Code::atan: return atan(x[0]);
    case Code::atan2: return atan2(x[0], x[1]);
    case Code::sqrt: return sqrt(x[0]);
    case Code::exp: return exp(x[0]);
    case Code::log: return log(x[0]);
    case Code::abs: return abs(x[0]);
    case Code::min: return value(x[1]) < a ? x[1] : x[0];
    case Code::max: return value(x[1]) > a ? x[1] : x[0];
    case Code::floor: return T(std::floor(a));
    case Code::sign: return T(a > 0 ? 1 : a < 0 ? -1 : 0);
    case Code::step: return T(a < 0 ? 0 : 1);
    case Code::smoothstep:
      return a <= 0 ? T(0) : a >= 1 ? T(1) : x[0] * x[0] * (T(3) - T(2) * x[0]);
  }
  return T(0);
}

// `value_of` gives the value of a name by its number; `seen` is called with each operation and its
// operands.
template <class T, class ValueOf, class Seen>
T Expression::evaluate(ValueOf value_of, Seen seen) const noexcept {
  std::array<T, stack> operand;  // the compiler has checked this depth
  int top = 0;
  for (const Op& op : ops_) {
    if (op.code == Code::constant) {
      operand[top++] = T(op.value);
    } else if (op.code == Code::variable) {
      operand[top++] = value_of(op.index);
    } else {
      top -= operands(op.code);
      seen(op.code, &operand[top]);
      operand[top] = apply<T>(op.code, &operand[top]);
      ++top;
    }
  }
  return top > 0 ? operand[0] : T(0);
}

namespace {

constexpr auto nobody = [](auto, const auto*) {};

// Jet of the name with this number; 0 is t.
Jet jet_of(int name, double t, const OtherSignals& others) noexcept {
  if (name == 0) return {t, 1, 0};
  const SignalValue x = others[name - 1];
  return {x.u, x.du, x.ddu};
}

}  // namespace

double Expression::operator()(std::span<const double> values) const noexcept {
  return evaluate<double>([&](int k) { return values[k]; }, nobody);
}

Expression::Slopes Expression::operator()(std::span<const Slopes> values) const noexcept {
  return evaluate<Slopes>([&](int k) { return values[k]; }, nobody);
}

Jet Expression::operator()(double t) const noexcept {
  return evaluate<Jet>([&](int) { return Jet(t, 1, 0); }, nobody);
}

Jet Expression::operator()(double t, const OtherSignals& others) const noexcept {
  return evaluate<Jet>([&](int k) { return jet_of(k, t, others); }, nobody);
}

double Expression::fastest_sine(double t, const OtherSignals& others) const noexcept {
  double fastest = 0;
  evaluate<Jet>([&](int k) { return jet_of(k, t, others); },
                [&](Code code, const Jet* argument) {
                  if (code == Code::sin || code == Code::cos || code == Code::tan)
                    fastest = std::max(fastest, std::abs(argument->d));
                });
  return fastest;
}

double Expression::switch_of(Code code, const double* x) noexcept {
  switch (code) {
    case Code::abs:
    case Code::sign:
    case Code::step: return x[0];
    case Code::smoothstep: return x[0] * (1 - x[0]);  // both ends
    default: return x[0] - x[1];
  }
}

void Expression::switch_values(std::span<const double> values, double* to) const noexcept {
  evaluate<double>([&](int k) { return values[k]; },
                   [&](Code code, const double* x) {
                     if (has_switch(code)) *to++ = switch_of(code, x);
                   });
}

void Expression::switch_values(double t, const OtherSignals& others, double* to) const noexcept {
  evaluate<double>([&](int k) { return k == 0 ? t : others[k - 1].u; },
                   [&](Code code, const double* x) {
                     if (has_switch(code)) *to++ = switch_of(code, x);
                   });
}

}  // namespace takt::element
