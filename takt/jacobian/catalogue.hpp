// Where K and C come from and when they are refreshed, by name.
#pragma once

#include <span>
#include <string_view>

#include "takt/eom/evaluator.hpp"

namespace takt {

struct JacobianEntry {
  std::string_view name, source, summary;
  JacobianSource value;
  bool refresh = false;  // names when it is refreshed, not where it comes from
};

std::span<const JacobianEntry> jacobians() noexcept;
const JacobianEntry* find_jacobian(std::string_view name) noexcept;

}  // namespace takt
