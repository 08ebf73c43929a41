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
  static constexpr JointEntry entry{.name = "revolute",
                                    .summary = "rotation about one axis",
                                    .tree = tree,
                                    .cardan = {},
                                    .cut = cut,
                                    .shares_point = true,
                                    .shares_axis = true,
                                    .natural_rows = {},
                                    .rod_end = RodEnd::hinge};
};

}  // namespace takt::element
