// Where K and C, or the iteration matrix of a residual, come from and when they are refreshed, by name.
#pragma once

#include <span>
#include <string_view>

#include "takt/base/choice.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/jacobian/choice.hpp"

namespace takt {

struct JacobianEntry {
  std::string_view name, source, summary;
  JacobianSource value;  // of K and C
  bool refresh;          // names when it is refreshed, not where it comes from
  bool residual;         // only for integrators that iterate on a residual
  std::span<const Option> options;
  void (*choose)(const Settings&, MatrixChoice&);
};

std::span<const JacobianEntry> jacobians() noexcept;
const JacobianEntry* find_jacobian(std::string_view name) noexcept;

}  // namespace takt
