// The order of convergence that measured errors show.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace takt::analyse {

// y = factor x^slope
struct PowerLaw {
  double slope, factor;
  double at(double x) const { return factor * std::pow(x, slope); }
};

// By least squares in log y over log x; all numbers must be positive.
inline PowerLaw power_law(std::span<const double> x, std::span<const double> y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]), w = std::log(y[i]);
    sx += u, sy += w, sxx += u * u, sxy += u * w;
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return {slope, std::exp((sy - slope * sx) / n)};
}

inline double order(std::span<const double> x, std::span<const double> y) {
  return power_law(x, y).slope;
}

}  // namespace takt::analyse
