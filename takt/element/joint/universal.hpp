// Universal joint: rotation about x fixed in the inboard body (axis), then about y fixed in the
// outboard body (axis2); the two axes stay normal to each other.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Universal {
  static constexpr JointMotion tree[] = {{MotionKind::Rx, "a"}, {MotionKind::Ry, "b"}};
  static constexpr CutRow cut[] = {
      coincide_x, coincide_y, coincide_z, {MeasureKind::dot, 0, 1, "xy"}};
  static constexpr CutRow natural_rows[] = {{MeasureKind::dot, 0, 1, "xy"}};
  static constexpr JointEntry entry{.name = "universal",
                                    .summary =
                                        "rotation about an axis of the inboard body, then about "
                                        "one of the outboard body",
                                    .tree = tree,
                                    .cardan = {},
                                    .cut = cut,
                                    .shares_point = true,
                                    .natural_rows = natural_rows,
                                    .axis = 0,
                                    .axis2 = 1,
                                    .rod_end = RodEnd::universal};
};

}  // namespace takt::element
