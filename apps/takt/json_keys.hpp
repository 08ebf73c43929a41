// The keys of the JSON that commands print with --json, and their meaning, for the reference page.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace takt::app {

struct JsonKey {
  std::string_view name, meaning;  // "trials[].step"
};

struct JsonPage {
  std::string_view command, printed;  // `printed`: when it is printed
  std::span<const JsonKey> keys;
};

// Throws Error if a command writes a key that is not explained, or if an explained key is not
// written.
std::vector<JsonPage> json_pages();

}  // namespace takt::app
