// Finds waves of signals, roads and tracks that are too short for the step: with fewer than about
// ten steps in a period they are distorted, with fewer than two they look like other, slower waves
// (aliasing).
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"

namespace takt {

struct CoarseStep {
  std::string what;   // "signal 'shake'"
  double period = 0;  // s
  double steps = 0;   // per period
};

constexpr double enough_steps = 10, fewest_steps = 2;  // per period

// The waves that are too short in a run with this step from one state to another, those with the
// fewest steps first. Speeds on roads are taken at both states.
std::vector<CoarseStep> coarse_steps(const mechanism::Mechanism&, double step, const State& start,
                                     const State& end);

// A sentence with the period, the step, and a better step.
std::string sentence(const CoarseStep&, double step);

}  // namespace takt
