// Warnings and notes about a model or a run that are not errors.
#pragma once

#include <vector>

#include "takt/mechanism/mechanism.hpp"
#include "takt/method/method.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::app {

// To standard error: what is probably a mistake, and which entries of their files tyres do not use.
// The method is the one that runs.
void print_notes(const Model&, const Method&);

// To standard error, in one line: what closing the loops moved, the farthest first.
void print_moved(const std::vector<Moved>&);

// To standard error: waves of signals, roads and tracks that this step resolves poorly.
void print_coarse_steps(const mechanism::Mechanism&, double step, const State& start,
                        const State& end);

}  // namespace takt::app
