// A sentence about a step that failed, for integrators that know no more than its status.
#pragma once

#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

constexpr double blow_up = 1e12;  // |v| beyond this is no motion any more

// Whether a step may end there: everything finite, and no velocity beyond `blow_up`.
bool is_motion(const State&) noexcept;

// `tried`: how far the step from `last` came. Empty where nothing failed.
std::string describe_failure(Status, const State& last, const State& tried, const Names&,
                             const Counters&);

}  // namespace takt
