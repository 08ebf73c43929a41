#include "takt/mechanism/joint/inertia_derivatives.hpp"

namespace takt::mechanism {

Mat6 world_inertia(const LinkInertia& in, const Mat3& R, const Vec3& r) noexcept {
  const Vec3 h = R * in.h;
  const Mat3 r_x = rotation::skew(r), h_x = rotation::skew(h);
  const Vec3 H = h + in.m * r;
  Mat6 I;
  I.topLeftCorner<3, 3>() = R * in.I * R.transpose() - r_x * h_x - h_x * r_x - in.m * (r_x * r_x);
  I.topRightCorner<3, 3>() = rotation::skew(H);
  I.bottomLeftCorner<3, 3>() = -rotation::skew(H);
  I.bottomRightCorner<3, 3>() = in.m * Mat3::Identity();
  return I;
}

InertiaDerivatives::InertiaDerivatives(const Tree& tree, const Groups& groups)
    : tree_(tree), groups_(groups), composite_(groups.all.size()) {}

void InertiaDerivatives::gather(const World& w) noexcept {
  for (std::size_t g = 0; g < groups_.all.size(); ++g) {
    const Group& group = groups_.all[g];
    Composite& c = composite_[g];
    if (!group.last) {
      c.I.setZero();
      c.B.setZero();
      c.F.setZero();
      continue;
    }
    const std::size_t i = static_cast<std::size_t>(group.link);
    c.I = world_inertia(tree_.links[i].inertia, w.R[i], w.p[i] - w.o);
    const Vec6& V = w.V[g];
    const Vec6 h = c.I * V;
    const Mat3 w_x = rotation::skew(V.head<3>()), v_x = rotation::skew(V.tail<3>());
    Mat6 motion, force;  // V x, V x*
    motion << w_x, Mat3::Zero(), v_x, w_x;
    force << w_x, v_x, Mat3::Zero(), w_x;
    c.B.noalias() = force * c.I;
    c.B.noalias() -= c.I * motion;
    c.B.topLeftCorner<3, 3>() -= rotation::skew(h.head<3>());
    c.B.topRightCorner<3, 3>() -= rotation::skew(h.tail<3>());
    c.B.bottomLeftCorner<3, 3>() -= rotation::skew(h.tail<3>());
    c.F = c.I * w.A[g] + cross_force(V, h);
  }
  for (std::size_t g = groups_.all.size(); g-- > 0;) {
    const int parent = groups_.all[g].parent;
    if (parent < 0) continue;
    Composite& to = composite_[static_cast<std::size_t>(parent)];
    to.I += composite_[g].I;
    to.B += composite_[g].B;
    to.F += composite_[g].F;
  }
}

}  // namespace takt::mechanism
