// The line of a railway track seen from above, y_t(s): a shift to a parallel line, and waves that
// set in smoothly. It is twice continuously differentiable, as rows on it must be (ERRATA 002.10).
//
//   shift (z - sin(2 pi z) / (2 pi)),   z = (s - from) / length
//   blend(s) sum of a_i sin(2 pi s / L_i + phase_i)
#pragma once

#include <numbers>
#include <vector>

#include "takt/element/rail/smooth.hpp"

namespace takt::element {

class TrackLine {
 public:
  struct Wave {
    double length, amplitude, phase;
  };
  struct Data {
    double shift = 0, from = 0, length = 1;  // of the shift
    std::vector<Wave> waves;
    double begin = 0, blend = 1;  // of the waves
  };
  explicit TrackLine(Data d) : d_(std::move(d)) {}

  Smooth operator()(double s) const noexcept {
    Smooth y = shifted(s);
    if (s <= d_.begin || d_.waves.empty()) return y;
    Smooth rough;
    for (const Wave& w : d_.waves) rough = rough + sine(w.amplitude, turn / w.length, w.phase, s);
    return y + quintic_blend(s, d_.begin, d_.blend) * rough;
  }
  double place(double s) const noexcept {  // y_t alone
    const double y = shifted(s).y;
    if (s <= d_.begin || d_.waves.empty()) return y;
    double rough = 0;
    for (const Wave& w : d_.waves) rough += w.amplitude * std::sin(turn / w.length * s + w.phase);
    return y + quintic_blend(s, d_.begin, d_.blend).y * rough;
  }

 private:
  static constexpr double turn = 2 * std::numbers::pi;

  Smooth shifted(double s) const noexcept {
    const double z = (s - d_.from) / d_.length;
    if (z <= 0) return {};
    if (z >= 1) return {d_.shift};
    const double w = turn / d_.length;
    Smooth y = sine(-d_.shift / turn, w, -w * d_.from, s);
    y.y += d_.shift * z;
    y.d1 += d_.shift / d_.length;
    return y;
  }
  Data d_;
};

}  // namespace takt::element
