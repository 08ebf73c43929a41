// Options of bdf that contradict each other or that it cannot fulfil.
#pragma once

#include <string>
#include <vector>

#include "takt/base/choice.hpp"

namespace takt {

// What is wrong, then what to use; empty if nothing is wrong.
std::vector<std::string> bdf_refusal(const Settings&);

}  // namespace takt
