// The line of a railway track seen from above, y_t(s): a shift to a parallel line, and waves that
// begin smoothly. It is twice continuously differentiable, as the constraint rows on it need
// (ERRATA 002.10).
//
//   shift (z - sin(2 pi z) / (2 pi)),   z = (s - from) / length
//   blend(s) sum of a_i sin(2 pi s / L_i + phase_i)
#pragma once

#include <vector>

#include "takt/base/simd.hpp"
#include "takt/element/rail/smooth.hpp"

namespace takt::element {

class TrackLine {
 public:
  struct Wave {
    double length, amplitude, phase;
    bool operator==(const Wave&) const = default;
  };
  struct Data {
    double shift = 0, from = 0, length = 1;  // of the shift
    std::vector<Wave> waves;
    double begin = 0, blend = 1;  // of the waves
    bool operator==(const Data&) const = default;
  };
  explicit TrackLine(Data);
  bool operator==(const TrackLine& o) const noexcept { return d_ == o.d_; }

  Smooth operator()(double s) const noexcept;
  // Length of the shortest wave, in m; 0 without waves.
  double shortest_wave() const noexcept {
    double shortest = 0;
    for (const Wave& w : d_.waves)
      if (w.amplitude != 0 && (shortest == 0 || w.length < shortest)) shortest = w.length;
    return shortest;
  }

 private:
  using Two = simd::baseline::Two;
  struct Pair {  // two waves: their rates, phases, and amplitudes of y and its three derivatives
    Two rate, phase, a0, a1, a2, a3;
  };
  Smooth shifted(double s) const noexcept;

  Data d_;
  std::vector<Pair> pairs_;
};

}  // namespace takt::element
