// The default method, used when the user names none. There is one for each kind of system, chosen
// by an experiment (tests/campaign/defaults.cpp; its table is docs/default-methods.md).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "takt/eom/equations_of_motion.hpp"

namespace takt {

struct DefaultMethod {
  std::string_view kind;     // "smooth", "springy", ...
  std::string_view systems;  // which systems are of this kind
  // Methods without and with constraints; empty: no such systems are of this kind.
  std::string_view tree, loops;
  std::string_view why;
};
std::span<const DefaultMethod> default_methods() noexcept;

// The fastest rates of a system at a state: of M v' + C v + K q = 0 on the constraints.
struct OwnRates {
  double oscillation = 0;  // rad/s, the largest sqrt |eigenvalue of M^-1 K|
  double decay = 0;        // 1/s, the largest |eigenvalue of M^-1 C|
};
OwnRates own_rates(const EquationsOfMotion&, const State&);

// `step` in s decides what counts as fast.
const DefaultMethod& default_kind(const EquationsOfMotion&, const State& start, double step);
std::string stiff_method(bool constrained);  // the alternative to an explicit method
std::string default_method(const EquationsOfMotion&, const State& start, double step);

}  // namespace takt
