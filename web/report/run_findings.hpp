// What a report says about a run before it shows anything: warnings and cards.
#pragma once

#include <string>
#include <vector>

#include "takt/simulate/run.hpp"
#include "web/page/page.hpp"

namespace takt::web {

std::string capitalised(std::string);
// What went wrong, the worst first.
std::vector<std::string> warnings_of(const Summary&);
// `step` of methods with a fixed step, in s; 0: the method chooses its steps.
std::vector<Card> cards_of(const Summary&, double step);
// Of results without a summary: what their columns say.
std::vector<Card> cards_of(const DataTable& series);

}  // namespace takt::web
