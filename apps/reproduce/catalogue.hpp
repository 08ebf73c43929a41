// The tables and figures of the papers that Takt reproduces, by name.
#pragma once

#include <span>
#include <string_view>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce {

struct Entry {
  std::string_view id, title, summary;
  Report (*run)();
};

std::span<const Entry> experiments() noexcept;
const Entry* find(std::string_view id) noexcept;

}  // namespace takt::reproduce
