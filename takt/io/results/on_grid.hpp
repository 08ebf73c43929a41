// Rows of results at times that a run has.
#pragma once

#include <string>

namespace takt::io {

// Throws Error if a row every `every` seconds would fall between the available times, which are
// `grid` apart. `what`: "step" or "period".
void require_on_grid(double every, double grid, const std::string& what);

}  // namespace takt::io
