#include "takt/io/shipped.hpp"

namespace takt::io {

namespace shipped {
std::span<const ShippedModel> all() noexcept;  // written by cmake/shipped_models.cmake
}

std::span<const ShippedModel> shipped_models() noexcept { return shipped::all(); }

const ShippedModel* find_shipped(std::string_view name) noexcept {
  for (const ShippedModel& m : shipped_models())
    if (m.name == name) return &m;
  return nullptr;
}

}  // namespace takt::io
