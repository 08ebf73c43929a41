#include "takt/mechanism/natural/carriers.hpp"

#include <cmath>

namespace takt::mechanism::natural {
namespace {

using element::MeasureValue;

// sin(angle - u) as a function of the carriers x_a, y_a, x_b.
void turning(const Vec3* y, double u, bool curvature, MeasureValue& out) noexcept {
  const double c = std::cos(u), s = std::sin(u);
  out.s = c * y[1].dot(y[2]) - s * y[0].dot(y[2]);
  out.gradient[0] = -s * y[2];
  out.gradient[1] = c * y[2];
  out.gradient[2] = c * y[1] - s * y[0];
  if (!curvature) return;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.curvature[i][j].setZero();
  out.curvature[0][2] = out.curvature[2][0] = -s * Mat3::Identity();
  out.curvature[1][2] = out.curvature[2][1] = c * Mat3::Identity();
}

}  // namespace

void measure_of(const Use& use, const Vec3* y, double phase, bool curvature,
                MeasureValue& out) noexcept {
  if (use.turning)
    turning(y, phase, curvature, out);
  else
    element::measure(use.kind, use.i, use.L, y, curvature, out);
  if (use.factor == 1) return;
  out.s *= use.factor;
  for (int k = 0; k < use.carriers; ++k) {
    const int a = use.argument[k];
    out.gradient[a] *= use.factor;
    for (int l = 0; l < use.carriers && curvature; ++l)
      out.curvature[a][use.argument[l]] *= use.factor;
  }
}

}  // namespace takt::mechanism::natural
