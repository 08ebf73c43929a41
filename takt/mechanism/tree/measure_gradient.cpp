#include "takt/mechanism/tree/measure_gradient.hpp"

#include <algorithm>

namespace takt::mechanism {

Ends ends_of(const Groups& groups, int link_a, const Frame& a, int link_b, const Frame& b) {
  Ends e;
  const int links[2] = {link_a, link_b};
  e.frame[0] = a;
  e.frame[1] = b;
  e.straight = link_a >= 0 && a.R.isIdentity(0);
  std::vector<int> paths[2];
  for (int side = 0; side < 2; ++side) {
    e.link[side] = links[side];
    e.group[side] = links[side] < 0 ? -1 : groups.of_link[static_cast<std::size_t>(links[side])];
    paths[side] = groups.path(links[side]);
  }
  std::size_t common = 0;
  while (common < std::min(paths[0].size(), paths[1].size()) &&
         paths[0][common] == paths[1][common])
    ++common;
  for (int side = 0; side < 2; ++side)
    for (std::size_t k = common; k < paths[side].size(); ++k)
      e.columns.push_back(
          {paths[side][k], groups.of_column[static_cast<std::size_t>(paths[side][k])], side});
  return e;
}

void measure_gradient(element::MeasureKind kind, int i, int j, double L, const Frame& a,
                      const Frame& b, bool curvature, MeasureGradient& out) noexcept {
  using Mat63 = Eigen::Matrix<double, 6, 3>;
  const element::Carriers carriers = element::carriers_of(kind, i, j);
  Vec3 y[element::max_carriers];
  Mat63 X[element::max_carriers];
  for (int k = 0; k < carriers.count; ++k) {
    const element::Carrier c = carriers.is[static_cast<std::size_t>(k)];
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
  const auto side = [&](int k) { return carriers.is[static_cast<std::size_t>(k)].on_b ? 1 : 0; };
  for (int k = 0; k < carriers.count; ++k)
    out.Gamma[side(k)].noalias() += X[k] * value.gradient[static_cast<std::size_t>(k)];
  if (!curvature) return;
  for (auto& row : out.D)
    for (Mat6& D : row) D.setZero();
  for (int k = 0; k < carriers.count; ++k) {
    const std::size_t kk = static_cast<std::size_t>(k);
    out.D[side(k)][side(k)].topRows<3>().noalias() -=
        rotation::skew(value.gradient[kk]) * X[k].transpose();
    for (int l = 0; l < carriers.count; ++l) {
      const Mat3& H = value.curvature[kk][static_cast<std::size_t>(l)];
      if (H.isZero(0)) continue;
      const Mat63 XH = X[k] * H;
      out.D[side(k)][side(l)].noalias() += XH * X[l].transpose();
    }
  }
}

}  // namespace takt::mechanism
