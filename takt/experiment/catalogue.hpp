// The tables and figures of the papers that Takt computes again, by name.
#pragma once

#include <span>
#include <string_view>

#include "takt/experiment/report.hpp"

namespace takt::experiment {

struct Entry {
  std::string_view id, title, summary;
  Report (*run)();
};

std::span<const Entry> experiments() noexcept;
const Entry* find(std::string_view id) noexcept;

}  // namespace takt::experiment
