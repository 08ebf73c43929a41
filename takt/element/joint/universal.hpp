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
  static constexpr JointEntry entry{"universal",
                                    "rotation about an axis of the inboard body, then about one of "
                                    "the outboard body",
                                    tree,
                                    {},
                                    cut,
                                    true,
                                    false,
                                    natural_rows,
                                    false,
                                    0,
                                    1};
};

}  // namespace takt::element
