// Measures: scalar functions s of the poses of two frames. Loop closures (s = target), springs and
// dampers (a law of s and s') and sensors are all expressed with them.
//
// A measure is a function of a few world vectors y_1 .. y_k ("carriers"), each a point or an axis
// fixed on a body, so that joint and natural coordinates share one kernel:
//
//   s(y),   gradient s_i = ds/dy_i,   curvature s_ij = d2s/dy_i dy_j          (3 x 3 blocks)
//
// The mechanisms in joint and in natural coordinates both apply the chain rule: on a rigid body
// dy = dp + dtheta x r for a point and dtheta x a for an axis; natural coordinates are affine in y.
//
// Terms used: a, b frames; x, y, z their axes; d = p_b - p_a.
#pragma once

#include <array>
#include <cstdint>

#include "takt/spatial/frame.hpp"

namespace takt::element {

// A frame fixed on a body; body 0 is ground.
struct Attachment {
  int body = 0;
  Frame frame;
};

enum class MeasureKind : std::uint8_t {
  difference,   // component `i` (0 x, 1 y, 2 z) of d, in world axes
  along,        // axis `i` of a times d
  dot,          // axis `i` of a times axis `j` of b
  distance,     // |d|
  half_square,  // (d.d - L^2) / (2 L): a rod of length L, quadratic in the carriers
  angle,        // of b against a about axis z: atan2(y_a.x_b, x_a.x_b), in (-pi, pi]
  screw,        // z_a.d - L angle, L = pitch / 2 pi, on the turn that brings it nearest to 0
  height,       // of a wheel of radius L and axis z of b, above the plane z = z_a; 0: it touches
  twist,        // component `i` of the small rotation of b against a, half the skew part of R_a'R_b
};

struct Measure {
  MeasureKind kind = MeasureKind::distance;
  Attachment a, b;
  int i = 2, j = 2;
  double L = 1;
};

// One carrier: a point or an axis of frame a or b.
struct Carrier {
  bool on_b = false;
  bool point = false;
  int axis = 0;  // of an axis carrier
};

inline constexpr int max_carriers = 6;

struct Carriers {
  int count = 0;
  std::array<Carrier, max_carriers> is{};
};

Carriers carriers_of(MeasureKind, int i, int j) noexcept;

struct MeasureValue {
  double s = 0;
  std::array<Vec3, max_carriers> gradient;                             // ds/dy_i
  std::array<std::array<Mat3, max_carriers>, max_carriers> curvature;  // d2s/dy_i dy_j
};

// y: the carriers' world vectors, in the order of carriers_of. Computes s, the gradient and, if
// asked for, the curvature, whose vanishing blocks are set to zero.
void measure(MeasureKind, int i, double L, const Vec3* y, bool curvature, MeasureValue&) noexcept;

}  // namespace takt::element
