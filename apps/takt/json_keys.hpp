// The keys of the JSON that commands print with --json, and their meaning, for the reference page.
// The JSON of a command x is one source file json/x.cpp, which defines `JsonPage x_json()`, and one
// entry in json_keys.cpp.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace takt::app {

struct JsonKey {
  // "trials[].step"; "stages_us.<stage>" explains every key of the object `stages_us`.
  std::string_view name, meaning;
  bool holds_names = false;  // an object whose keys are names of the model, not explained each
};

struct JsonPage {
  using Json = nlohmann::ordered_json;
  std::string_view command, printed;  // `printed`: when it is printed
  std::span<const JsonKey> keys;
  std::vector<Json> (*samples)();  // as the command writes them; together they have every key
};

// Throws Error if a command writes a key that is not explained, or if an explained key is not
// written.
std::vector<JsonPage> json_pages();

}  // namespace takt::app
