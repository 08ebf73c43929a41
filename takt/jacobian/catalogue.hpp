// The catalogue of Jacobian options by name: how K and C, or the iteration matrix of a residual
// form, are computed and when they are refreshed.
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
  bool refresh;          // true: the entry says when to refresh; false: how to compute
  bool residual;         // only for integrators that use the residual form
  std::span<const Option> options;
  void (*choose)(const Settings&, MatrixChoice&);
};

std::span<const JacobianEntry> jacobians() noexcept;
const JacobianEntry* find_jacobian(std::string_view name) noexcept;

}  // namespace takt
