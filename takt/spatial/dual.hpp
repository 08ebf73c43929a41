// Dual numbers for forward automatic differentiation: a value with its derivatives with respect to
// N variables. Also Triple, a vector of three scalars.
//
//   f(x + d) = f(x) + f'(x) d,   d d = 0
//
// A kernel written once for a scalar T computes forces with T = double and exact derivatives with
// T = Dual<N>. Comparisons use the value only.
#pragma once

#include <array>
#include <cmath>

namespace takt {

template <int N> struct Dual {
  // rounded up to an even number, so that loops vectorise
  static constexpr int padded = (N + 1) / 2 * 2;
  double v = 0;
  std::array<double, padded> d{};

  constexpr Dual() = default;
  constexpr Dual(double value) : v(value) {}  // NOLINT: implicit, so that constants mix with duals
  static constexpr Dual variable(double value, int k) {
    Dual x(value);
    x.d[k] = 1;
    return x;
  }

  Dual& operator+=(const Dual& b) noexcept {
    v += b.v;
    for (int i = 0; i < padded; ++i) d[i] += b.d[i];
    return *this;
  }
  Dual& operator-=(const Dual& b) noexcept {
    v -= b.v;
    for (int i = 0; i < padded; ++i) d[i] -= b.d[i];
    return *this;
  }
  Dual& operator*=(const Dual& b) noexcept { return *this = *this * b; }
  Dual& operator/=(const Dual& b) noexcept { return *this = *this / b; }

  friend Dual operator+(Dual a, const Dual& b) noexcept { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) noexcept { return a -= b; }
  friend Dual operator-(const Dual& a) noexcept { return chain(a, -a.v, -1); }
  friend Dual operator*(const Dual& a, const Dual& b) noexcept {
    Dual r(a.v * b.v);
    for (int i = 0; i < padded; ++i) r.d[i] = a.d[i] * b.v + a.v * b.d[i];
    return r;
  }
  friend Dual operator/(const Dual& a, const Dual& b) noexcept {
    const double one = 1 / b.v;
    Dual r(a.v / b.v);
    for (int i = 0; i < padded; ++i) r.d[i] = (a.d[i] - r.v * b.d[i]) * one;
    return r;
  }

  // Operations with a constant are separate, because the derivatives of a constant are zero.
  friend Dual operator+(Dual a, double b) noexcept {
    a.v += b;
    return a;
  }
  friend Dual operator+(double a, Dual b) noexcept { return b + a; }
  friend Dual operator-(Dual a, double b) noexcept { return a + -b; }
  friend Dual operator-(double a, const Dual& b) noexcept { return chain(b, a - b.v, -1); }
  friend Dual operator*(const Dual& a, double b) noexcept { return chain(a, a.v * b, b); }
  friend Dual operator*(double a, const Dual& b) noexcept { return chain(b, a * b.v, a); }
  friend Dual operator/(const Dual& a, double b) noexcept { return chain(a, a.v / b, 1 / b); }
  friend Dual operator/(double a, const Dual& b) noexcept {
    const double r = a / b.v;
    return chain(b, r, -r / b.v);
  }

  friend bool operator<(const Dual& a, const Dual& b) noexcept { return a.v < b.v; }
  friend bool operator>(const Dual& a, const Dual& b) noexcept { return a.v > b.v; }
  friend bool operator<=(const Dual& a, const Dual& b) noexcept { return a.v <= b.v; }
  friend bool operator>=(const Dual& a, const Dual& b) noexcept { return a.v >= b.v; }
  friend bool operator==(const Dual& a, const Dual& b) noexcept { return a.v == b.v; }

  // The chain rule: f(a), where f has this value and this slope at a.
  friend Dual chain(const Dual& a, double value, double slope) noexcept {
    Dual r(value);
    for (int i = 0; i < padded; ++i) r.d[i] = slope * a.d[i];
    return r;
  }
  friend Dual sqrt(const Dual& a) noexcept {
    const double s = std::sqrt(a.v);
    return chain(a, s, 0.5 / s);
  }
  friend Dual sin(const Dual& a) noexcept { return chain(a, std::sin(a.v), std::cos(a.v)); }
  friend Dual cos(const Dual& a) noexcept { return chain(a, std::cos(a.v), -std::sin(a.v)); }
  friend Dual tan(const Dual& a) noexcept {
    const double t = std::tan(a.v);
    return chain(a, t, 1 + t * t);
  }
  friend Dual asin(const Dual& a) noexcept {
    return chain(a, std::asin(a.v), 1 / std::sqrt(1 - a.v * a.v));
  }
  friend Dual acos(const Dual& a) noexcept {
    return chain(a, std::acos(a.v), -1 / std::sqrt(1 - a.v * a.v));
  }
  friend Dual atan(const Dual& a) noexcept { return chain(a, std::atan(a.v), 1 / (1 + a.v * a.v)); }
  friend Dual atan2(const Dual& y, const Dual& x) noexcept {
    Dual r(std::atan2(y.v, x.v));
    const double square = x.v * x.v + y.v * y.v;
    for (int i = 0; i < padded; ++i) r.d[i] = (x.v * y.d[i] - y.v * x.d[i]) / square;
    return r;
  }
  friend Dual tanh(const Dual& a) noexcept {
    const double t = std::tanh(a.v);
    return chain(a, t, 1 - t * t);
  }
  friend Dual exp(const Dual& a) noexcept {
    const double e = std::exp(a.v);
    return chain(a, e, e);
  }
  friend Dual log(const Dual& a) noexcept { return chain(a, std::log(a.v), 1 / a.v); }
  // A constant exponent allows a base that is not positive.
  friend Dual pow(const Dual& a, const Dual& b) noexcept {
    const double value = std::pow(a.v, b.v), slope = b.v == 0 ? 0 : b.v * std::pow(a.v, b.v - 1);
    Dual r = chain(a, value, slope);
    for (int i = 0; i < padded; ++i)
      if (b.d[i] != 0) r.d[i] += value * std::log(a.v) * b.d[i];
    return r;
  }
  friend Dual abs(const Dual& a) noexcept {
    return chain(a, std::abs(a.v), a.v > 0 ? 1 : a.v < 0 ? -1 : 0);
  }
};

inline double value_of(double x) noexcept { return x; }
template <int N> double value_of(const Dual<N>& x) noexcept { return x.v; }

// f(x_1, .., x_M), where f is given with its derivatives with respect to the x_k. For kernels with
// few arguments.
template <int M, int N> Dual<N> compose(const Dual<M>& f, const Dual<N>* const (&x)[M]) noexcept {
  Dual<N> r(f.v);
  for (int k = 0; k < M; ++k)
    for (int i = 0; i < Dual<N>::padded; ++i) r.d[i] += f.d[k] * x[k]->d[i];
  return r;
}

// A vector of three scalars.
template <class T> struct Triple {
  T x{}, y{}, z{};

  friend Triple operator+(const Triple& a, const Triple& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Triple operator-(const Triple& a, const Triple& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Triple operator*(const T& c, const Triple& a) noexcept {
    return {c * a.x, c * a.y, c * a.z};
  }
  friend T dot(const Triple& a, const Triple& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  }
  friend Triple cross(const Triple& a, const Triple& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
};

}  // namespace takt
