// Second-order jets: a value with its first and second derivatives with respect to time.
//
//   f(x)' = f' x',   f(x)'' = f' x'' + f'' x'^2
#pragma once

#include <cmath>

namespace takt::element {

struct Jet {
  double v = 0, d = 0, dd = 0;

  constexpr Jet() = default;
  constexpr Jet(double value) : v(value) {}  // NOLINT: implicit, so that constants mix with jets
  constexpr Jet(double value, double first, double second) : v(value), d(first), dd(second) {}

  bool constant() const noexcept { return d == 0 && dd == 0; }
};

inline Jet operator+(const Jet& a, const Jet& b) noexcept {
  return {a.v + b.v, a.d + b.d, a.dd + b.dd};
}
inline Jet operator-(const Jet& a, const Jet& b) noexcept {
  return {a.v - b.v, a.d - b.d, a.dd - b.dd};
}
inline Jet operator-(const Jet& a) noexcept { return {-a.v, -a.d, -a.dd}; }
inline Jet operator*(const Jet& a, const Jet& b) noexcept {
  return {a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2 * a.d * b.d + a.v * b.dd};
}
inline Jet operator/(const Jet& a, const Jet& b) noexcept {
  const double v = a.v / b.v, d = (a.d - v * b.d) / b.v;
  return {v, d, (a.dd - 2 * d * b.d - v * b.dd) / b.v};
}

// f(a) from f and its derivatives at a.v. A constant stays constant, even where f has no
// derivative.
inline Jet chain(const Jet& a, double f, double first, double second) noexcept {
  if (a.constant()) return {f};
  return {f, first * a.d, first * a.dd + second * a.d * a.d};
}

inline Jet sin(const Jet& a) noexcept {
  const double s = std::sin(a.v);
  return chain(a, s, std::cos(a.v), -s);
}
inline Jet cos(const Jet& a) noexcept {
  const double c = std::cos(a.v);
  return chain(a, c, -std::sin(a.v), -c);
}
inline Jet tan(const Jet& a) noexcept {
  const double t = std::tan(a.v), slope = 1 + t * t;
  return chain(a, t, slope, 2 * t * slope);
}
inline Jet asin(const Jet& a) noexcept {
  const double r = 1 - a.v * a.v, s = std::sqrt(r);
  return chain(a, std::asin(a.v), 1 / s, a.v / (r * s));
}
inline Jet acos(const Jet& a) noexcept {
  const double r = 1 - a.v * a.v, s = std::sqrt(r);
  return chain(a, std::acos(a.v), -1 / s, -a.v / (r * s));
}
inline Jet atan(const Jet& a) noexcept {
  const double r = 1 + a.v * a.v;
  return chain(a, std::atan(a.v), 1 / r, -2 * a.v / (r * r));
}
inline Jet sqrt(const Jet& a) noexcept {
  const double s = std::sqrt(a.v);
  return chain(a, s, 0.5 / s, -0.25 / (s * a.v));
}
inline Jet exp(const Jet& a) noexcept {
  const double e = std::exp(a.v);
  return chain(a, e, e, e);
}
inline Jet log(const Jet& a) noexcept { return chain(a, std::log(a.v), 1 / a.v, -1 / (a.v * a.v)); }
inline Jet abs(const Jet& a) noexcept { return a.v < 0 ? -a : a; }
// d = (x y' - y x') / r has d' = (x y'' - y x'') / r - d r' / r, r = x^2 + y^2.
inline Jet atan2(const Jet& y, const Jet& x) noexcept {
  const double r = x.v * x.v + y.v * y.v;
  if (y.constant() && x.constant()) return {std::atan2(y.v, x.v)};
  const double d = (x.v * y.d - y.v * x.d) / r;
  return {std::atan2(y.v, x.v), d,
          (x.v * y.dd - y.v * x.dd) / r - d * 2 * (x.v * x.d + y.v * y.d) / r};
}
inline Jet pow(const Jet& a, const Jet& b) noexcept {
  const double f = std::pow(a.v, b.v);
  if (b.constant()) {
    const double n = b.v;
    return chain(a, f, n == 0 ? 0 : n * std::pow(a.v, n - 1),
                 n == 0 || n == 1 ? 0 : n * (n - 1) * std::pow(a.v, n - 2));
  }
  return exp(b * log(a));
}

}  // namespace takt::element
