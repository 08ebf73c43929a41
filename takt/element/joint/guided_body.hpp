// Joint of a body whose displacement along x is prescribed: a vehicle_body without x.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct GuidedBody {
  static constexpr JointMotion tree[] = {{MotionKind::Ty, "y"},
                                         {MotionKind::Tz, "z"},
                                         {MotionKind::Rz, "yaw"},
                                         {MotionKind::Rx, "roll"},
                                         {MotionKind::Ry, "pitch"}};
  static constexpr JointEntry entry{
      .name = "guided_body",
      .summary = "a vehicle_body whose motion along x is given: y, z, yaw, roll and pitch",
      .tree = tree,
      .cardan = {},
      .cut = {},
      .natural_rows = {},
      .joint_coordinates_only = true};
};

}  // namespace takt::element
