// A sentence about a step that failed, for integrators that know no more than its status.
#pragma once

#include <cmath>
#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

constexpr double blow_up = 1e12;     // |v| beyond this is no motion any more
constexpr double beyond_use = 1e30;  // and no force, torque or state of a mechanism is beyond this

inline bool in_range(double x) noexcept { return std::abs(x) <= beyond_use; }  // NaN is not
bool in_range(const Vector&) noexcept;

// Whether a step may end there: nothing out of range, and no velocity beyond `blow_up`.
bool is_motion(const State&) noexcept;

// "force.lugre to 2e+30 N m"; the unit may be empty.
std::string runaway(const std::string& name, double value, const std::string& unit);
// The same of the first acceleration or multiplier out of range; empty where none is.
std::string beyond_rates(const Vector& a, const Vector& lambda, const Names&);

// `tried`: how far the step from `last` came. Empty where nothing failed.
std::string describe_failure(Status, const State& last, const State& tried, const Names&,
                             const Counters&);
// The state at t was reached, but what the next step starts from is `beyond` (Monitor::beyond).
std::string describe_beyond(double t, const std::string& beyond);

}  // namespace takt
