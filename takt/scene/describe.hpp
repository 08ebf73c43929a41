// What a mechanism looks like in a state, usually at its start.
#pragma once

#include "takt/mechanism/mechanism.hpp"
#include "takt/scene/scene.hpp"

namespace takt::scene {

// Bodies with their shapes, joints, links and arrows. Without surfaces: add_surfaces (surfaces.hpp)
// draws the road where the mechanism went.
Scene describe(const mechanism::Mechanism&, const State&);

// The poses of all bodies at their centres of mass, as the columns body.<name> of results have them;
// ground first.
std::vector<Frame> poses(const mechanism::Mechanism&, const State&);

// The line of an element in the text of the model, from its `where`; 0 if it is not known, or in
// another file.
int line_of(const Model&, const std::string& where);

}  // namespace takt::scene
