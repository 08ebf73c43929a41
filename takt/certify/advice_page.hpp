// Advice as people and as programs read it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "takt/certify/advisor.hpp"
#include "takt/io/style.hpp"

namespace takt::certify {

std::string page(const Advice&, const io::Style&);
std::string csv(const Advice&);
nlohmann::ordered_json to_json(const Advice&);

}  // namespace takt::certify
