// The result of `takt check` as text for the user, and wheel travel as comma-separated values.
#pragma once

#include <string>
#include <vector>

#include "takt/analyse/check.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::analyse {

std::string check_text(const Checked&, const io::Style&);
std::string travel_text(const Model&, const Travel&, const io::Style&);
std::string modes_text(const Checked&, const Modes&, const io::Style&);

// SI units, 17 digits. Lines have no line ends; the first one is the header.
std::vector<std::string> travel_csv(const Model&, const std::vector<Travel>&);

}  // namespace takt::analyse
