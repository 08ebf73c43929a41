// The model files that come with the program: the texts of models/*.yaml, built in.
#pragma once

#include <span>
#include <string_view>

namespace takt::io {

struct ShippedModel {
  std::string_view name;     // "four-bar"
  std::string_view summary;  // the file's description
  std::string_view text;
};

std::span<const ShippedModel> shipped_models() noexcept;  // by name
const ShippedModel* find_shipped(std::string_view name) noexcept;

}  // namespace takt::io
