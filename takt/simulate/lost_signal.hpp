// Which signal is no number any more, and since when.
#pragma once

#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

struct LostSignal {
  std::string name;   // empty: all are well
  std::string where;  // "car.yaml:12"
  double since = 0;   // s
  bool rate = false;  // it is a number, but its derivatives are not, and they drive a joint

  std::string sentence() const;  // empty where all are well
};

// The first signal that is not finite at some time in [from, to], with the external ones as they are
// held now.
LostSignal find_lost_signal(const EquationsOfMotion&, Evaluator&, double from, double to);

// Of an excitation as a step has seen it.
bool finite_signals(const Excitation&) noexcept;

}  // namespace takt
