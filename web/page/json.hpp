// A page as JSON, as src/page.ts describes it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "web/page/page.hpp"

namespace takt::web {

nlohmann::ordered_json to_json(const scene::Scene&);
// `tables`: what the block of numbers holds (data_block.hpp).
nlohmann::ordered_json to_json(const Page&, const nlohmann::ordered_json& tables);

// JSON that may stand in a <script> of an HTML file: no "<", and no line end that JavaScript knows
// and JSON does not. Bytes that are no UTF-8 become a question mark in a box.
std::string for_script(const nlohmann::ordered_json&);

// Text that may stand in an element of an HTML file.
std::string for_element(std::string_view text);

}  // namespace takt::web
