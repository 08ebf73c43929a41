// Spherical joint: any rotation about a point, by a unit quaternion or Cardan angles yaw, pitch,
// roll.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Spherical {
  static constexpr JointMotion tree[] = {{MotionKind::Q, ""}};
  static constexpr JointMotion cardan[] = {
      {MotionKind::Rz, "rz"}, {MotionKind::Ry, "ry"}, {MotionKind::Rx, "rx"}};
  static constexpr CutRow cut[] = {coincide_x, coincide_y, coincide_z};
  static constexpr JointEntry entry{.name = "spherical",
                                    .summary = "any rotation about a point",
                                    .tree = tree,
                                    .cardan = cardan,
                                    .cut = cut,
                                    .shares_point = true,
                                    .natural_rows = {},
                                    .rod_end = RodEnd::ball};
};

}  // namespace takt::element
