// What was found, as a person reads it; the travel as a file of comma-separated values.
#pragma once

#include <string>
#include <vector>

#include "takt/experiment/check/check.hpp"
#include "takt/io/style.hpp"

namespace takt::experiment {

std::string check_text(const Checked&, const io::Style&);
std::string travel_text(const Model&, const Travel&, const io::Style&);
std::string modes_text(const Checked&, const io::Style&);  // needs c.modes

// SI, 17 digits; lines without their ends, the header first.
std::vector<std::string> travel_csv(const Model&, const std::vector<Travel>&);

}  // namespace takt::experiment
