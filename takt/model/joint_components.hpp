// The names of a joint's coordinates and velocities, in the order of its motions:
//   x y z and vx vy vz for three translations; qw qx qy qz and wx wy wz for a quaternion; for other
//   motions the name in the joint's catalogue entry, "" where the joint has only this one.
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

// The index of the component with this name; -1 if there is none. An empty name finds the component
// of a joint that has only one.
int find_component(const std::vector<JointComponent>&, std::string_view name) noexcept;
// The same, but throws Error at `where` if the joint has no such component.
int require_component(const Joint&, const std::vector<JointComponent>&, std::string_view name,
                      const std::string& where);

// Whether a coordinate of the joint is a length, not an angle or a part of a quaternion.
bool is_length(const Joint&, int component);

// The coordinates at which the joint's frames have the poses of the drawing, as far as the joint
// can reach them.
std::vector<double> drawn_coordinates(const Joint&, const Frame& inboard, const Frame& outboard);

}  // namespace takt
