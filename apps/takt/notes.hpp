// What a user should know about a model or a run that is no error.
#pragma once

#include <vector>

#include "takt/mechanism/mechanism.hpp"
#include "takt/simulate/start.hpp"

namespace takt::app {

// To the error stream: what is probably not meant, what of their files tyres do not use.
void print_notes(const Model&);

// To the error stream, in one line: what closing the loops moved, the farthest first.
void print_moved(const std::vector<Moved>&);

// To the error stream: waves that a step of this length hardly sees, between these states.
void print_coarse_steps(const mechanism::Mechanism&, double step, const State& start,
                        const State& end);

}  // namespace takt::app
