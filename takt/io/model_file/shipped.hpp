// The model files that are built into the program: the texts of models/*.yaml, and the files to
// which they refer.
#pragma once

#include <span>
#include <string_view>

namespace takt::io {

struct ShippedModel {
  std::string_view name;     // "four-bar"
  std::string_view summary;  // the file's description
  std::string_view text;
};

std::span<const ShippedModel> shipped_models() noexcept;  // sorted by name
const ShippedModel* find_shipped(std::string_view name) noexcept;

// Files in subfolders of models/: tyres.
struct ShippedFile {
  std::string_view name;  // as a model file names it: "tyres/sedan-245-40R18.tir"
  std::string_view text;
};

std::span<const ShippedFile> shipped_files() noexcept;  // sorted by name
const ShippedFile* find_shipped_file(std::string_view name) noexcept;

}  // namespace takt::io
