// Free joint: no constraint, a floating body.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Free {
  static constexpr JointMotion tree[] = {{MotionKind::T3, ""}, {MotionKind::Q, ""}};
  static constexpr JointMotion cardan[] = {
      {MotionKind::T3, ""}, {MotionKind::Rz, "rz"}, {MotionKind::Ry, "ry"}, {MotionKind::Rx, "rx"}};
  static constexpr JointEntry entry{
      "free", "six degrees of freedom", tree, cardan, {}, false, false, {}};
};

}  // namespace takt::element
