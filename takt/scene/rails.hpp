// The rails of a railway.
#pragma once

#include "takt/model/model.hpp"
#include "takt/scene/scene.hpp"

namespace takt::scene {

// Two rails, and lines for the sleepers, for each track of the model between x0 and x1.
void add_rails(Scene&, const Model&, double x0, double x1);

// Railway vehicles are described in a frame that moves along the track. The signal that says how far
// it has come: the position of a body is its x and the value of this signal. -1: the model has none.
int way_of_frame(const Model&);

}  // namespace takt::scene
