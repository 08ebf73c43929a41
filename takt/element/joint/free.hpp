// Free joint: no constraint, a floating body.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Free {
  static constexpr JointMotion tree[] = {{MotionKind::T3, ""}, {MotionKind::Q, ""}};
  static constexpr JointMotion cardan[] = {
      {MotionKind::T3, ""}, {MotionKind::Rz, "rz"}, {MotionKind::Ry, "ry"}, {MotionKind::Rx, "rx"}};
  static constexpr JointEntry entry{.name = "free",
                                    .summary = "six degrees of freedom",
                                    .tree = tree,
                                    .cardan = cardan,
                                    .cut = {},
                                    .natural_rows = {},
                                    .between_body_frames = true};
};

}  // namespace takt::element
