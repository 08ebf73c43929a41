// A floating body by yaw, roll and pitch, in this order: the last may turn without bound, as a
// wheelset does.
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
