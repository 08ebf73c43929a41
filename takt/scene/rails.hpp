// The rails of a railway.
#pragma once

#include "takt/model/model.hpp"
#include "takt/scene/scene.hpp"

namespace takt::scene {

// Two rails, and lines for the sleepers, for each track of the model between x0 and x1.
void add_rails(Scene&, const Model&, double x0, double x1);

}  // namespace takt::scene
