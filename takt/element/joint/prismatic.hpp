// Prismatic joint: translation along the axis z; no rotation, and d has no component along x_a and
// y_a.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Prismatic {
  static constexpr JointMotion tree[] = {{MotionKind::Tz, ""}};
  static constexpr CutRow cut[] = {{MeasureKind::along, 0, 0, "x"},
                                   {MeasureKind::along, 1, 0, "y"},
                                   {MeasureKind::dot, 2, 0, "zx"},
                                   {MeasureKind::dot, 2, 1, "zy"},
                                   {MeasureKind::dot, 0, 1, "xy"}};
  static constexpr JointEntry entry{
      "prismatic", "translation along one axis", tree, {}, cut, false, false, cut};
};

}  // namespace takt::element
