// The names of a joint's coordinates and velocities, in the order of its motions:
//   x y z, vx vy vz of three translations; qw qx qy qz, wx wy wz of a quaternion; the motion's own
//   name for the others, "" where the joint has only this one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "takt/model/model.hpp"

namespace takt {

struct JointComponent {
  std::string name;
  bool length = false;  // m, not rad
  bool quaternion = false;
};

std::vector<JointComponent> coordinates_of(const element::JointEntry&, bool cardan);
std::vector<JointComponent> velocities_of(const element::JointEntry&, bool cardan);

// The number of the component with this name; an empty name is the only one. -1: there is none.
int find_component(const std::vector<JointComponent>&, std::string_view name) noexcept;

// The coordinates at which the joint's frames stand as their bodies do in the drawing, as far as
// the joint can reach that.
std::vector<double> drawn_coordinates(const Joint&, const Frame& inboard, const Frame& outboard);

}  // namespace takt
