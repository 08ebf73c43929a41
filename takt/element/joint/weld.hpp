// Weld: no relative motion, the two bodies move as one.
#pragma once

#include "takt/element/joint/joint.hpp"

namespace takt::element {

struct Weld {
  static constexpr CutRow cut[] = {coincide_x,
                                   coincide_y,
                                   coincide_z,
                                   {MeasureKind::dot, 0, 1, "xy"},
                                   {MeasureKind::dot, 0, 2, "xz"},
                                   {MeasureKind::dot, 1, 2, "yz"}};
  static constexpr CutRow natural_rows[] = {{MeasureKind::dot, 0, 1, "xy"},
                                            {MeasureKind::dot, 0, 2, "xz"},
                                            {MeasureKind::dot, 1, 2, "yz"}};
  static constexpr JointEntry entry{"weld", "no motion", {}, {}, cut, true, false, natural_rows};
};

}  // namespace takt::element
