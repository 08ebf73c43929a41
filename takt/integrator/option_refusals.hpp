// Lines that refuse values of the options of single integrators: what is wrong, then what to use. Empty
// if all are valid.
#pragma once

#include <string>
#include <vector>

#include "takt/base/choice.hpp"

namespace takt {

std::vector<std::string> refuse_hht(const Settings&);
std::vector<std::string> refuse_generalized_alpha(const Settings&);
std::vector<std::string> refuse_newmark(const Settings&);
std::vector<std::string> refuse_sdirk2(const Settings&);
std::vector<std::string> refuse_radau(const Settings&);

}  // namespace takt
