#include "takt/io/shipped.hpp"

namespace takt::io {

namespace shipped {
// Written by cmake/shipped_models.cmake.
std::span<const ShippedModel> all() noexcept;
std::span<const ShippedFile> files() noexcept;
}  // namespace shipped

std::span<const ShippedModel> shipped_models() noexcept { return shipped::all(); }

const ShippedModel* find_shipped(std::string_view name) noexcept {
  for (const ShippedModel& m : shipped_models())
    if (m.name == name) return &m;
  return nullptr;
}

std::span<const ShippedFile> shipped_files() noexcept { return shipped::files(); }

const ShippedFile* find_shipped_file(std::string_view name) noexcept {
  for (const ShippedFile& f : shipped_files())
    if (f.name == name) return &f;
  return nullptr;
}

}  // namespace takt::io
