// Cylindrical joint: translation along and rotation about the axis z.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Cylindrical {
  static constexpr JointMotion tree[] = {{MotionKind::Tz, "s"}, {MotionKind::Rz, "angle"}};
  static constexpr CutRow cut[] = {{MeasureKind::along, 0, 0, "x"},
                                   {MeasureKind::along, 1, 0, "y"},
                                   {MeasureKind::dot, 2, 0, "zx"},
                                   {MeasureKind::dot, 2, 1, "zy"}};
  static constexpr JointEntry entry{"cylindrical", "translation along and rotation about one axis",
                                    tree,          {},
                                    cut,           false,
                                    false,         cut};
};

}  // namespace takt::element
