// What a report shows of a model: its mechanism, and what is doubtful in it.
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"
#include "web/page/page.hpp"

namespace takt::web {

// The mechanism at its start, and roads and rails where `frames` lead its main body. Poses of railway
// vehicles, which a frame takes along, become those on the track.
scene::Scene scene_of(const mechanism::Mechanism&, const State& start, DataTable& frames);

// What `takt run` warns about on the terminal: doubtful statements in the model, and waves that are too
// short for the step. `step`: 0 if the method chooses its steps.
std::vector<std::string> warnings_of(const mechanism::Mechanism&, double step, const State& start,
                                     const State& end);

}  // namespace takt::web
