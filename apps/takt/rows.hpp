// Checks of --every and --record: they need a result file, and rows must fall on steps or periods.
#pragma once

#include <string>

#include "results.hpp"

namespace takt::app {

// Throws Error if --every or --record is given but no file takes rows.
void require_rows(const Destinations&, const std::string& every, const std::string& record);

}  // namespace takt::app
