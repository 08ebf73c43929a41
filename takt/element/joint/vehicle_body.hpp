// Joint of a floating body with the angles yaw, roll and pitch, in this order. The last one may
// grow without bound, as that of a wheelset.
//
//   R = R_z(yaw) R_x(roll) R_y(pitch)
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct VehicleBody {
  static constexpr JointMotion tree[] = {{MotionKind::T3, ""},
                                         {MotionKind::Rz, "yaw"},
                                         {MotionKind::Rx, "roll"},
                                         {MotionKind::Ry, "pitch"}};
  static constexpr JointEntry entry{.name = "vehicle_body",
                                    .summary =
                                        "six degrees of freedom: x, y, z, then yaw, roll "
                                        "and pitch, which may turn without bound",
                                    .tree = tree,
                                    .cardan = {},
                                    .cut = {},
                                    .natural_rows = {},
                                    .joint_coordinates_only = true};
};

}  // namespace takt::element
