// Revolute joint: rotation about the axis z; the origins coincide, z_a is normal to x_b and y_b.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Revolute {
  static constexpr JointMotion tree[] = {{MotionKind::Rz, ""}};
  static constexpr CutRow cut[] = {coincide_x,
                                   coincide_y,
                                   coincide_z,
                                   {MeasureKind::dot, 2, 0, "zx"},
                                   {MeasureKind::dot, 2, 1, "zy"}};
  static constexpr JointEntry entry{
      "revolute", "rotation about one axis", tree, {}, cut, true, true, {}};
};

}  // namespace takt::element
