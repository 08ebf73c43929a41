#include "takt/element/measure.hpp"

#include <cmath>

namespace takt::element {
namespace {

constexpr Carrier point_a{false, true, 0}, point_b{true, true, 0};
constexpr Carrier axis_a(int i) { return {false, false, i}; }
constexpr Carrier axis_b(int i) { return {true, false, i}; }

// s = atan2(N, D) with N, D bilinear: ds = (D dN - N dD) / (N^2 + D^2).
// Carriers from `o`: x_a, y_a, x_b.
void add_angle(const Vec3* y, int o, double c, bool curvature, MeasureValue& out) noexcept {
  const Vec3 &x = y[o], &yy = y[o + 1], &t = y[o + 2];
  const double N = yy.dot(t), D = x.dot(t), r = N * N + D * D;
  const Vec3 N_y[3] = {Vec3::Zero(), t, yy}, D_y[3] = {t, Vec3::Zero(), x};
  out.s += c * std::atan2(N, D);
  for (int i = 0; i < 3; ++i) out.gradient[o + i] = c * (D * N_y[i] - N * D_y[i]) / r;
  if (!curvature) return;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 r_j = 2 * (N * N_y[j] + D * D_y[j]);
      Mat3 H = N_y[i] * D_y[j].transpose() - D_y[i] * N_y[j].transpose();
      if ((i == 1 && j == 2) || (i == 2 && j == 1)) H += D * Mat3::Identity();
      if ((i == 0 && j == 2) || (i == 2 && j == 0)) H -= N * Mat3::Identity();
      const Vec3 g = D * N_y[i] - N * D_y[i];
      out.curvature[o + i][o + j] = c * (H / r - g * r_j.transpose() / (r * r));
    }
}

}  // namespace

Carriers carriers_of(MeasureKind kind, int i, int j) noexcept {
  switch (kind) {
    case MeasureKind::difference:
    case MeasureKind::distance:
    case MeasureKind::half_square: return {2, {point_a, point_b}};
    case MeasureKind::along: return {3, {axis_a(i), point_a, point_b}};
    case MeasureKind::dot: return {2, {axis_a(i), axis_b(j)}};
    case MeasureKind::angle: return {3, {axis_a(0), axis_a(1), axis_b(0)}};
    case MeasureKind::screw:
      return {6, {axis_a(2), point_a, point_b, axis_a(0), axis_a(1), axis_b(0)}};
    case MeasureKind::height: return {3, {axis_b(2), point_a, point_b}};
    case MeasureKind::twist: {
      const int k = (i + 1) % 3, l = (i + 2) % 3;  // 1/2 (l_a . k_b - k_a . l_b)
      return {4, {axis_a(l), axis_b(k), axis_a(k), axis_b(l)}};
    }
  }
  return {};
}

void measure(MeasureKind kind, int i, double L, const Vec3* y, bool curvature,
             MeasureValue& out) noexcept {
  const int n = carriers_of(kind, 0, 0).count;
  if (curvature)
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) out.curvature[k][l].setZero();
  const Mat3 one = Mat3::Identity();
  switch (kind) {
    case MeasureKind::difference:
      out.s = y[1][i] - y[0][i];
      out.gradient[0] = -Vec3::Unit(i);
      out.gradient[1] = Vec3::Unit(i);
      break;
    case MeasureKind::distance: {
      const Vec3 d = y[1] - y[0];
      const double l = d.norm();
      const Vec3 e = d / l;
      out.s = l;
      out.gradient[0] = -e;
      out.gradient[1] = e;
      if (curvature) {
        const Mat3 H = (one - e * e.transpose()) / l;
        out.curvature[0][0] = out.curvature[1][1] = H;
        out.curvature[0][1] = out.curvature[1][0] = -H;
      }
      break;
    }
    case MeasureKind::half_square: {
      const Vec3 d = y[1] - y[0];
      out.s = (d.squaredNorm() - L * L) / (2 * L);
      out.gradient[1] = d / L;
      out.gradient[0] = -out.gradient[1];
      if (curvature) {
        out.curvature[0][0] = out.curvature[1][1] = one / L;
        out.curvature[0][1] = out.curvature[1][0] = -one / L;
      }
      break;
    }
    case MeasureKind::along:
    case MeasureKind::screw: {
      const Vec3 d = y[2] - y[1];
      out.s = y[0].dot(d);
      out.gradient[0] = d;
      out.gradient[1] = -y[0];
      out.gradient[2] = y[0];
      if (curvature) {
        out.curvature[0][1] = out.curvature[1][0] = -one;
        out.curvature[0][2] = out.curvature[2][0] = one;
      }
      if (kind == MeasureKind::screw) {
        const double shift = out.s;
        out.s = 0;
        add_angle(y, 3, -L, curvature, out);
        // z.d - L angle, on the turn that brings it nearest to zero
        out.s = L * std::remainder((shift + out.s) / L, 2 * M_PI);
      }
      break;
    }
    case MeasureKind::dot:
      out.s = y[0].dot(y[1]);
      out.gradient[0] = y[1];
      out.gradient[1] = y[0];
      if (curvature) out.curvature[0][1] = out.curvature[1][0] = one;
      break;
    case MeasureKind::angle:
      out.s = 0;
      add_angle(y, 0, 1, curvature, out);
      break;
    case MeasureKind::height: {  // z_b - z_a - L sqrt(1 - e_z^2)
      const double e = y[0][2], c2 = 1 - e * e, c = std::sqrt(c2);
      out.s = y[2][2] - y[1][2] - L * c;
      out.gradient[0] = Vec3(0, 0, L * e / c);
      out.gradient[1] = -Vec3::UnitZ();
      out.gradient[2] = Vec3::UnitZ();
      if (curvature) out.curvature[0][0](2, 2) = L / (c * c2);
      break;
    }
    case MeasureKind::twist:
      out.s = 0.5 * (y[0].dot(y[1]) - y[2].dot(y[3]));
      out.gradient[0] = 0.5 * y[1];
      out.gradient[1] = 0.5 * y[0];
      out.gradient[2] = -0.5 * y[3];
      out.gradient[3] = -0.5 * y[2];
      if (curvature) {
        out.curvature[0][1] = out.curvature[1][0] = 0.5 * one;
        out.curvature[2][3] = out.curvature[3][2] = -0.5 * one;
      }
      break;
  }
}

}  // namespace takt::element
