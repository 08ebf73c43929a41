// The keys of what commands print with --json, and what they mean: for the reference page.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace takt::app {

struct JsonKey {
  std::string_view name, meaning;  // "trials[].step"
};

struct JsonPage {
  std::string_view command, printed;  // when
  std::span<const JsonKey> keys;
};

// Throws Error where a command writes a key that is not explained, or no longer writes one that is.
std::vector<JsonPage> json_pages();

}  // namespace takt::app
