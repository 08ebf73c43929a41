// Smooth functions of one variable with three derivatives, and the track of the carriage.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "takt/spatial/dual.hpp"

namespace takt::by_hand {

struct Jet {  // y, y', y'', y'''
  double y = 0, d1 = 0, d2 = 0, d3 = 0;

  friend Jet operator+(const Jet& a, const Jet& b) noexcept {
    return {a.y + b.y, a.d1 + b.d1, a.d2 + b.d2, a.d3 + b.d3};
  }
  friend Jet operator*(const Jet& a, const Jet& b) noexcept {
    return {a.y * b.y, a.d1 * b.y + a.y * b.d1, a.d2 * b.y + 2 * a.d1 * b.d1 + a.y * b.d2,
            a.d3 * b.y + 3 * (a.d2 * b.d1 + a.d1 * b.d2) + a.y * b.d3};
  }
};

// amplitude sin(w x + phase)
inline Jet sine(double amplitude, double w, double phase, double x) noexcept {
  const double s = amplitude * std::sin(w * x + phase), c = amplitude * std::cos(w * x + phase);
  return {s, w * c, -w * w * s, -w * w * w * c};
}

// From 0 to 1 between x = begin and begin + length, twice continuously differentiable.
inline Jet quintic_blend(double x, double begin, double length) noexcept {
  const double z = (x - begin) / length, one = 1 / length;
  if (z <= 0) return {};
  if (z >= 1) return {1};
  return {z * z * z * (10 - z * (15 - 6 * z)), 30 * z * z * (1 - z) * (1 - z) * one,
          60 * z * (1 - z) * (1 - 2 * z) * one * one,
          60 * (1 - 6 * z + 6 * z * z) * one * one * one};
}

// A function of x, which may be a dual number, known by its value and slope.
template <class T> T with_slope(const T& x, double value, double slope) noexcept {
  if constexpr (std::is_same_v<T, double>)
    return value;
  else
    return chain(x, value, slope);
}

// The lateral place y_t(s) of the track: a change of line of 3 m over 100 m from s = 60 m, and
// irregularities that set in between 20 and 40 m.
class Track {
 public:
  explicit Track(double irregularity) : irregularity_(irregularity) {}

  Jet operator()(double s) const noexcept {
    constexpr double pi = std::numbers::pi;
    Jet y;
    const double z = (s - 60) / 100;
    if (z >= 1) {
      y.y = 3;
    } else if (z > 0) {
      y = sine(-3 / (2 * pi), 2 * pi / 100, -2 * pi * 0.6, s);
      y.y += 3 * z;
      y.d1 += 3.0 / 100;
    }
    if (s <= 20 || irregularity_ == 0) return y;
    constexpr std::array L{41.0, 27.3, 17.1, 11.7, 8.3, 6.1};
    constexpr std::array a{2e-3, 1.2e-3, 0.7e-3, 0.4e-3, 0.2e-3, 0.12e-3};
    Jet rough;
    for (std::size_t i = 0; i < L.size(); ++i)
      rough = rough + sine(irregularity_ * a[i], 2 * pi / L[i], 1.7 * static_cast<double>(i), s);
    return y + quintic_blend(s, 20, 20) * rough;
  }

 private:
  double irregularity_;
};

}  // namespace takt::by_hand
