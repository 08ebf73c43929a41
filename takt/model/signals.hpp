// All signals of a model at one time, where formulas may name other signals.
#pragma once

#include <span>
#include <vector>

#include "takt/model/model.hpp"

namespace takt {

// The numbers of the signals, each after those it uses. Throws Error that names the signals of a
// cycle.
std::vector<int> order_of_signals(const Model&);

// u, du and ddu of every signal at t. `inputs` are the values of external signals, then their rates;
// a value beyond its range is held at the end of it. An external signal has no second derivative.
void evaluate_signals(const Model&, std::span<const int> order, double t,
                      std::span<const double> inputs, double* u, double* du, double* ddu) noexcept;

// The external signals as they are before anybody sets them.
std::vector<double> standard_inputs(const Model&);

// Signals that are not finite at t, with the external ones as they are before anybody sets them.
std::vector<int> unbounded_signals(const Model&, double t);

}  // namespace takt
