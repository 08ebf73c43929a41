// The method that runs when the user names none: one for each kind of system, chosen by an experiment
// (tests/campaign/defaults.cpp; its table is docs/default-methods.md).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "takt/eom/equations_of_motion.hpp"

namespace takt {

struct DefaultMethod {
  std::string_view kind;         // "smooth", "stiff", ...
  std::string_view systems;      // which ones
  std::string_view tree, loops;  // without and with constraints; empty: there are none of the kind
  std::string_view why;
};
std::span<const DefaultMethod> default_methods() noexcept;

// How fast a system moves by itself at a state: of M v' + C v + K q = 0 on the constraints.
struct OwnRates {
  double oscillation = 0;  // rad/s, the largest sqrt |eigenvalue of M^-1 K|
  double decay = 0;        // 1/s, the largest |eigenvalue of M^-1 C|
};
OwnRates own_rates(const EquationsOfMotion&, const State&);

// `step` in s: what is stiff depends on it.
const DefaultMethod& default_kind(const EquationsOfMotion&, const State& start, double step);
std::string stiff_method(bool constrained);  // what takes the place of an explicit one
std::string default_method(const EquationsOfMotion&, const State& start, double step);

}  // namespace takt
