// Finds waves of signals, roads and tracks that are too short for the step: with fewer than about
// ten steps in a period they are distorted, with fewer than two they look like other, slower waves
// (aliasing). And damped stops of joints from which a mass rebounds within a few steps: the spring
// conserves energy over a step of any length, the damper is only as exact as the step is short.
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"

namespace takt {

struct CoarseStep {
  std::string what;      // "signal 'shake'"
  double period = 0;     // s
  double steps = 0;      // per period
  bool rebound = false;  // from a stop: `period` is its duration
};

constexpr double enough_steps = 10, fewest_steps = 2;  // per period
constexpr double enough_in_rebound = 20;               // steps

// The waves that are too short in a run with this step from one state to another, those with the
// fewest steps first. Speeds on roads are taken at both states.
std::vector<CoarseStep> coarse_steps(const mechanism::Mechanism&, double step, const State& start,
                                     const State& end);

// A sentence with the period, the step, and a better step.
std::string sentence(const CoarseStep&, double step);

}  // namespace takt
