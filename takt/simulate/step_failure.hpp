// Describes a failed step in a sentence, for integrators that report only a status.
#pragma once

#include <cmath>
#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

constexpr double blow_up = 1e12;     // larger |v| is no real motion
constexpr double beyond_use = 1e30;  // larger forces, torques or states are not real either

inline bool in_range(double x) noexcept { return std::abs(x) <= beyond_use; }  // false for NaN
bool in_range(const Vector&) noexcept;

// True if a step may end in this state: nothing is out of range, and no velocity exceeds `blow_up`.
bool is_motion(const State&) noexcept;

// "force.lugre to 2e+30 N m"; the unit may be empty.
std::string runaway(const std::string& name, double value, const std::string& unit);
// The same for component i of the accelerations or of the multipliers.
std::string runaway_acceleration(Index i, const Vector& a, const Names&);
std::string runaway_multiplier(Index i, const Vector& lambda, const Names&);

// `tried`: the state that the failed step from `last` reached. Empty if the status is ok.
std::string describe_failure(Status, const State& last, const State& tried, const Names&,
                             const Counters&);
// The state at t was accepted, but values computed from it are out of range (Monitor::out_of_range()).
std::string describe_excess(double t, const std::string& out_of_range);

}  // namespace takt
