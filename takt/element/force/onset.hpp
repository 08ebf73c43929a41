// How the force of a stop grows with its compression d.
//
//   f(d) = 0 for d <= 0,   d^2 / (2 w) for d < w,   d - w / 2 beyond
//
// Terms used: w width over which the slope increases from 0 to 1, so that f is C^1; w = 0: a sharp
// onset.
#pragma once

namespace takt::element {

struct Onset {
  double value = 0, slope = 0, curvature = 0, integral = 0;  // of f at d

  static Onset at(double d, double w) noexcept {
    if (d <= 0) return {};
    if (d < w) return {d * d / (2 * w), d / w, 1 / w, d * d * d / (6 * w)};
    return {d - w / 2, 1, 0, d * (d - w) / 2 + w * w / 6};
  }
  // Switching functions: f' jumps at d = 0, or f'' at d = 0 and d = w.
  static int switches(double w) noexcept { return w > 0 ? 2 : 1; }
  static double* put_switches(double d, double w, double* to) noexcept {
    *to++ = d;
    if (w > 0) *to++ = d - w;
    return to;
  }
};

}  // namespace takt::element
