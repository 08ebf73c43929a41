// Planar joint: motion in the plane normal to z, two translations and the rotation about z.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Planar {
  static constexpr JointMotion tree[] = {
      {MotionKind::Tx, "x"}, {MotionKind::Ty, "y"}, {MotionKind::Rz, "angle"}};
  static constexpr CutRow cut[] = {{MeasureKind::along, 2, 0, "z"},
                                   {MeasureKind::dot, 2, 0, "zx"},
                                   {MeasureKind::dot, 2, 1, "zy"}};
  static constexpr JointEntry entry{
      "planar", "motion in a plane normal to one axis", tree, {}, cut, false, false, cut};
};

}  // namespace takt::element
