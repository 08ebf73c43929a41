// The output of `takt tune`: an advice as text for the terminal, as CSV and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "takt/certify/advisor.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::certify {

std::string page(const Advice&, const io::Style&);
std::string csv(const Advice&);
nlohmann::ordered_json to_json(const Advice&);

}  // namespace takt::certify
