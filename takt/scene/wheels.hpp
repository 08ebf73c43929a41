// Bodies with tyres are drawn as wheels.
#pragma once

#include <vector>

#include "takt/scene/parts.hpp"

namespace takt::scene {

// Gives bodies with tyres their wheels: a cylinder of the model about the axis of its tyre becomes
// one; tyres without a cylinder, or several on one, get wheels of their own size. Says which bodies
// have any.
std::vector<bool> add_wheels(Scene&, const Situation&);

// Keeps of the points of a body those outside of its wheels, and nothing if these are only a hub.
void without_wheels(const Body&, std::vector<Vec3>& points);

// A body without shapes that has its centre and all its points at the middle of a wheel, as a simple
// knuckle or carrier has, becomes its hub. False: it is none.
bool add_hub(Scene&, std::size_t body, const std::vector<Vec3>& points);

}  // namespace takt::scene
