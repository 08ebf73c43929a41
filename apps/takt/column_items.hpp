// The columns of result files with unit and meaning, for `takt list columns` and the reference
// page.
#pragma once

#include "list.hpp"

namespace takt::app {

std::vector<Item> column_items();

}  // namespace takt::app
