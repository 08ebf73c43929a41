// Whether a formula is smooth, from the ranges of its operands: intervals that hold all their values.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "takt/element/signal/expression.hpp"

namespace takt::element {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Range {
  double least = -infinite, most = infinite;
  bool constant() const noexcept { return least == most; }
  bool within(double a, double b) const noexcept { return least > a && most < b; }
};

Range operator-(Range a) noexcept { return {-a.most, -a.least}; }
Range operator+(Range a, Range b) noexcept { return {a.least + b.least, a.most + b.most}; }

// The range of what a function has at the corners, if it has its extremes there.
template <class F> Range of_corners(Range a, Range b, F f) noexcept {
  Range r{infinite, -infinite};
  for (const double x : {a.least, a.most})
    for (const double y : {b.least, b.most}) {
      const double z = f(x, y);
      r = {std::min(r.least, z), std::max(r.most, z)};
    }
  return r;
}

Range operator*(Range a, Range b) noexcept {
  return of_corners(a, b, [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; });
}

// x^n is a polynomial.
bool is_polynomial(Range n) noexcept {
  return n.constant() && n.least >= 0 && n.least == std::floor(n.least);
}

Range power(Range a, Range n) noexcept {
  if (a.least > 0 || n.constant()) {
    Range r = of_corners(a, n, [](double x, double y) { return std::pow(x, y); });
    const bool has_zero = a.least <= 0 && a.most >= 0;
    if (has_zero && n.least > 0) r = {std::min(r.least, 0.0), std::max(r.most, 0.0)};
    if (!std::isnan(r.least) && !std::isnan(r.most)) return r;
  }
  return {};
}

}  // namespace

bool Expression::smooth() const noexcept {
  std::array<Range, stack> operand;  // the compiler has checked this depth
  int top = 0;
  for (const Op& op : ops_) {
    if (op.code == Code::constant || op.code == Code::variable) {
      operand[top++] = op.code == Code::constant ? Range{op.value, op.value} : Range{};
      continue;
    }
    const int n = operands(op.code);
    top -= n;
    const Range a = operand[top], b = n > 1 ? operand[top + 1] : Range{};
    Range& r = operand[top++];
    if (a.constant() && (n == 1 || (n == 2 && b.constant()))) {
      const double values[] = {a.least, b.least};
      const double x = apply<double>(op.code, values);
      if (!std::isfinite(x)) return false;
      r = {x, x};
      continue;
    }
    switch (op.code) {
      case Code::negate: r = -a; break;
      case Code::add: r = a + b; break;
      case Code::subtract: r = a + -b; break;
      case Code::multiply: r = a * b; break;
      case Code::divide:
        if (!(b.least > 0 || b.most < 0)) return false;
        r = a * Range{1 / b.most, 1 / b.least};
        break;
      case Code::power:
        if (!(a.least > 0 || is_polynomial(b))) return false;
        r = power(a, b);
        break;
      case Code::sin:
      case Code::cos: r = {-1, 1}; break;
      case Code::atan: r = {-0.5 * std::numbers::pi, 0.5 * std::numbers::pi}; break;
      case Code::tan:
        if (!a.within(-0.5 * std::numbers::pi, 0.5 * std::numbers::pi)) return false;
        r = {std::tan(a.least), std::tan(a.most)};
        break;
      case Code::asin:
      case Code::acos:
        if (!a.within(-1, 1)) return false;
        r = {-0.5 * std::numbers::pi, std::numbers::pi};
        break;
      case Code::sqrt:
        if (!(a.least > 0)) return false;
        r = {std::sqrt(a.least), std::sqrt(a.most)};
        break;
      case Code::exp: r = {std::exp(a.least), std::exp(a.most)}; break;
      case Code::log:
        if (!(a.least > 0)) return false;
        r = {std::log(a.least), std::log(a.most)};
        break;
      case Code::smoothstep: r = {0, 1}; break;  // only its second derivative jumps
      default: return false;
    }
  }
  return true;
}

}  // namespace takt::element
