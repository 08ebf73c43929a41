// docs/signs.md: the sign and the axes of every quantity that a user reads or writes.
#pragma once

#include <string>

namespace takt::app {

std::string signs_page();

}  // namespace takt::app
