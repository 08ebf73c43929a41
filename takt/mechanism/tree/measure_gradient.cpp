#include "takt/mechanism/tree/measure_gradient.hpp"

namespace takt::mechanism {

void measure_gradient(element::MeasureKind kind, int i, int j, double L, const Frame& a,
                      const Frame& b, bool curvature, MeasureGradient& out) noexcept {
  using Mat63 = Eigen::Matrix<double, 6, 3>;
  const element::Carriers carriers = element::carriers_of(kind, i, j);
  Vec3 y[element::max_carriers];
  Mat63 X[element::max_carriers];
  for (int k = 0; k < carriers.count; ++k) {
    const element::Carrier c = carriers.is[k];
    const Frame& on = c.on_b ? b : a;
    y[k] = c.point ? on.p : Vec3(on.R.col(c.axis));
    X[k].topRows<3>() = rotation::skew(y[k]);
    if (c.point)
      X[k].bottomRows<3>().setIdentity();
    else
      X[k].bottomRows<3>().setZero();
  }
  element::MeasureValue value;
  element::measure(kind, i, L, y, curvature, value);
  out.s = value.s;
  out.Gamma[0].setZero();
  out.Gamma[1].setZero();
  const auto side = [&](int k) { return carriers.is[k].on_b ? 1 : 0; };
  for (int k = 0; k < carriers.count; ++k) out.Gamma[side(k)].noalias() += X[k] * value.gradient[k];
  if (!curvature) return;
  for (auto& row : out.D)
    for (Mat6& D : row) D.setZero();
  for (int k = 0; k < carriers.count; ++k) {
    out.D[side(k)][side(k)].topRows<3>().noalias() -=
        rotation::skew(value.gradient[k]) * X[k].transpose();
    for (int l = 0; l < carriers.count; ++l) {
      const Mat3& H = value.curvature[k][l];
      if (H.isZero(0)) continue;
      const Mat63 XH = X[k] * H;
      out.D[side(k)][side(l)].noalias() += XH * X[l].transpose();
    }
  }
}

}  // namespace takt::mechanism
