// The columns of result files, for `takt list columns` and the reference page: unit and meaning each.
#pragma once

#include "list.hpp"

namespace takt::app {

std::vector<Item> column_items();

}  // namespace takt::app
