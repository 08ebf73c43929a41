// Where an integrator keeps a linear oscillation bounded, in the plane of z = h lambda:
//
//   x'' = -a x - b x',   lambda^2 + b lambda + a = 0,   h = 1
//
// |R(z)| is the spectral radius of one step of the integrator itself (step_map.hpp), with all that it
// carries from step to step. The domain is where |R(z)| <= 1. z and its conjugate are the two
// roots, so the plane is symmetric; real z are double roots.
#pragma once

#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "takt/method/method.hpp"

namespace takt::certify {

using PlanePoint = std::complex<double>;

// NaN if there is no step at z.
double amplification(const Method&, PlanePoint z);

struct StabilityDomain {
  std::vector<std::pair<PlanePoint, PlanePoint>> boundary;  // pieces of |R(z)| = 1, upper half
  std::vector<PlanePoint> stable;                           // points of a grid where |R(z)| <= 1
  std::string why_not;  // not empty: the integrator cannot make a step of the test equation alone
};

// In -width <= Re z <= width / 4, 0 <= Im z <= width.
StabilityDomain stability_domain(const Method&, double width);

}  // namespace takt::certify
