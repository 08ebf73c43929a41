// The gradient of a measure: the change of its value s with the displacements of its two ends, and
// the derivative of this gradient. This is the general method for every kind of measure.
//
//   ds = Gamma_a . xi_a + Gamma_b . xi_b        dGamma_x = sum_y D_xy xi_y
//   s' = Gamma_a . V_a + Gamma_b . V_b
//
// Terms used: xi is the displacement twist of an end, V its twist, both in the frame of WorldMotion
// (origin o). With X_i = [r_i x; 1] for a point and [y_i x; 0] for an axis: Gamma = sum X_i s_i and
// D_xy = sum X_i s_ij X_j' - [s_i x] X_i' (the last term only if x = y, in the angular rows).
#pragma once

#include "takt/element/measure.hpp"
#include "takt/mechanism/tree/ends.hpp"

namespace takt::mechanism {

struct MeasureGradient {
  double s = 0;
  Vec6 Gamma[2];
  Mat6 D[2][2];
};

// Of the measure between two poses, positions relative to o. Without `curvature` D is not changed.
void measure_gradient(element::MeasureKind, int i, int j, double L, const Frame& a, const Frame& b,
                      bool curvature, MeasureGradient&) noexcept;

}  // namespace takt::mechanism
