// The track of the train carriage: its lateral position over the distance.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "takt/element/rail/smooth.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::by_hand {

using Jet = element::Smooth;
using element::quintic_blend;
using element::sine;

// A function of x, which may be a dual number, from its value and slope.
template <class T> T with_slope(const T& x, double value, double slope) noexcept {
  if constexpr (std::is_same_v<T, double>)
    return value;
  else
    return chain(x, value, slope);
}

// The lateral position y_t(s) of the track: a line change of 3 m over 100 m from s = 60 m, and
// irregularities that begin between 20 and 40 m.
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
