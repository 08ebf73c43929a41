// docs/signs.md: what is positive for every number, and in which axes.
#pragma once

#include <string>

namespace takt::app {

std::string signs_page();

}  // namespace takt::app
