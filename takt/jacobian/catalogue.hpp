// Where K and C come from, by name.
#pragma once

#include <span>
#include <string_view>

#include "takt/eom/evaluator.hpp"

namespace takt {

struct JacobianEntry {
  std::string_view name, source, summary;
  JacobianSource value;
};

std::span<const JacobianEntry> jacobians() noexcept;
const JacobianEntry* find_jacobian(std::string_view name) noexcept;

}  // namespace takt
