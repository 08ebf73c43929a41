// All methods that the catalogues can name.
#pragma once

#include <string>
#include <vector>

namespace takt {

// All combinations of the catalogues, with default options and all rows and presets.
std::vector<std::string> all_compositions(bool constrained);

}  // namespace takt
