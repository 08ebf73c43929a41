// The value of a smooth function of one variable with its first three derivatives; for railway
// tracks.
#pragma once

#include <cmath>

namespace takt::element {

struct Smooth {  // y, y', y'', y'''
  double y = 0, d1 = 0, d2 = 0, d3 = 0;

  friend Smooth operator+(const Smooth& a, const Smooth& b) noexcept {
    return {a.y + b.y, a.d1 + b.d1, a.d2 + b.d2, a.d3 + b.d3};
  }
  friend Smooth operator*(const Smooth& a, const Smooth& b) noexcept {
    return {a.y * b.y, a.d1 * b.y + a.y * b.d1, a.d2 * b.y + 2 * a.d1 * b.d1 + a.y * b.d2,
            a.d3 * b.y + 3 * (a.d2 * b.d1 + a.d1 * b.d2) + a.y * b.d3};
  }
};

// amplitude sin(w x + phase)
inline Smooth sine(double amplitude, double w, double phase, double x) noexcept {
  const double s = amplitude * std::sin(w * x + phase), c = amplitude * std::cos(w * x + phase);
  return {s, w * c, -w * w * s, -w * w * w * c};
}

// Goes from 0 to 1 between x = begin and begin + length, twice continuously differentiable.
inline Smooth quintic_blend(double x, double begin, double length) noexcept {
  const double z = (x - begin) / length, one = 1 / length;
  if (z <= 0) return {};
  if (z >= 1) return {1};
  return {z * z * z * (10 - z * (15 - 6 * z)), 30 * z * z * (1 - z) * (1 - z) * one,
          60 * z * (1 - z) * (1 - 2 * z) * one * one,
          60 * (1 - 6 * z + 6 * z * z) * one * one * one};
}

}  // namespace takt::element
