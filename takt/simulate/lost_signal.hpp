// Finds the signal that has become NaN or infinite, and the time when it did.
#pragma once

#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

struct LostSignal {
  std::string name;   // empty: all signals are finite
  std::string where;  // "car.yaml:12"
  double since = 0;   // s
  bool rate = false;  // the value is finite, but its derivatives are not, and they drive a joint

  std::string sentence() const;  // empty if all signals are finite
};

// The first signal that is not finite at some time in [from, to], with the present external
// signals.
LostSignal find_lost_signal(const EquationsOfMotion&, Evaluator&, double from, double to);

// True if all signals of the excitation are finite.
bool finite_signals(const Excitation&) noexcept;

}  // namespace takt
