// Screw joint: a rotation about z that advances along z by the pitch in each turn.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Screw {
  static constexpr JointMotion tree[] = {{MotionKind::Hz, ""}};
  static constexpr CutRow cut[] = {{MeasureKind::along, 0, 0, "x"},
                                   {MeasureKind::along, 1, 0, "y"},
                                   {MeasureKind::dot, 2, 0, "zx"},
                                   {MeasureKind::dot, 2, 1, "zy"},
                                   {MeasureKind::screw, 0, 0, "advance"}};
  static constexpr JointEntry entry{"screw",
                                    "rotation about an axis that advances along it by the "
                                    "pitch each turn",
                                    tree,
                                    {},
                                    cut,
                                    false,
                                    false,
                                    cut,
                                    true};
};

}  // namespace takt::element
