// Spring and damper on a joint's coordinate: the law of spring_damper.hpp with angles.
//
//   Q = -T(s) - D(s'),   T = T0 + k (s - s0) or a curve,   D = c s' or a curve
//
// On a sliding joint the coordinate is a length and all units change with it.
#pragma once

#include "takt/element/force/spring_damper.hpp"

namespace takt::element {

struct TorsionSpring {
  static constexpr Key keys[] = {
      {"stiffness", KeyKind::number, "N m/rad", "0", "stiffness of a linear spring", ">=0"},
      {"angle", KeyKind::number, "rad", "0", "coordinate where a linear spring is free"},
      {"preload", KeyKind::number, "N m", "0", "torque of a linear spring at its free angle"},
      {"spring", KeyKind::curve, "rad>N m", "none", "torque over the angle, in place of stiffness"},
      {"damping", KeyKind::number, "N m s/rad", "0", "of a linear damper", ">=0"},
      {"damper", KeyKind::curve, "rad/s>N m", "none", "torque over the rate, in place of damping"}};

  static constexpr ForceEntry entry{"torsion_spring",
                                    "",
                                    "spring and damper on the coordinate of a joint",
                                    Attach::joint,
                                    keys,
                                    [](const Values& v) { return SpringDamper::from(v, "angle"); },
                                    nullptr,
                                    "N|N m",
                                    "the torque (force) against the coordinate: a positive value "
                                    "acts towards smaller values of the coordinate"};
};

}  // namespace takt::element
