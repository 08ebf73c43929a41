// Waves of signals, roads and tracks that a step hardly sees: with fewer than about ten steps in a
// period they are distorted, with fewer than two they look like other, slower waves (aliasing).
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"

namespace takt {

struct CoarseStep {
  std::string what;   // "signal 'shake'"
  double period = 0;  // s
  double steps = 0;   // in a period
};

constexpr double enough_steps = 10, fewest_steps = 2;  // in a period

// Of a run with this step from one state to another, those with the fewest steps first. Speeds on
// roads are those at the start and at the end.
std::vector<CoarseStep> coarse_steps(const mechanism::Mechanism&, double step, const State& start,
                                     const State& end);

// One line about it: the period, the step, and what step would do.
std::string sentence(const CoarseStep&, double step);

}  // namespace takt
