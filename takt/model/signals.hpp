// Evaluates all signals of a model at one time; formulas may name other signals.
#pragma once

#include <span>
#include <vector>

#include "takt/model/model.hpp"

namespace takt {

// The numbers of the signals, sorted so that each comes after those it uses. Throws Error with the
// names of the signals in a cycle.
std::vector<int> order_of_signals(const Model&);

// u, du and ddu of every signal at t. `inputs` holds the values of the external signals, then their
// rates, then what is kept of sampled signals. A value outside its range is replaced by the nearest limit. The second derivative of an
// external signal is zero.
void evaluate_signals(const Model&, std::span<const int> order, double t,
                      std::span<const double> inputs, double* u, double* du, double* ddu) noexcept;

// True if u and u' of a signal are continuous: it and all signals it names are smooth functions of t, or
// it is `smoothed`. External and sampled signals are not.
bool is_smooth(const Model&, int signal);

// The default values of the external signals, then their rates, which are zero, then the values at the
// start that are kept of sampled signals.
std::vector<double> standard_inputs(const Model&);

// Signals that are not finite at t when the external ones have their default values; of those that
// joints follow, the rates count too.
std::vector<int> unbounded_signals(const Model&, double t);

}  // namespace takt
