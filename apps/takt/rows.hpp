// --every and --record: which rows are written, and where they would do nothing.
#pragma once

#include <string>

#include "results.hpp"

namespace takt::app {

// Throws Error: --every or --record is given, and no file takes rows.
void require_rows(const Destinations&, const std::string& every, const std::string& record);

// Throws Error: a row every `every` seconds would fall between two of the times there are, `grid` apart
// ("step", "period").
void require_on_grid(double every, double grid, const std::string& what);

}  // namespace takt::app
