// Adds what was counted in one part of a run to the counts of the parts before.
#pragma once

#include <algorithm>

#include "takt/eom/evaluator.hpp"

namespace takt {

inline Counters& operator+=(Counters& sum, const Counters& c) noexcept {
  sum.factorisations += c.factorisations;
  sum.solves += c.solves;
  sum.evaluations += c.evaluations;
  sum.for_derivatives += c.for_derivatives;
  for (std::size_t k = 0; k < sum.terms.size(); ++k) sum.terms[k] += c.terms[k];
  sum.iterations += c.iterations;
  sum.residuals += c.residuals;
  sum.residuals_for_jacobian += c.residuals_for_jacobian;
  sum.jacobian_evaluations += c.jacobian_evaluations;
  sum.jacobian_updates += c.jacobian_updates;
  if (c.column_groups > 0) sum.column_groups = c.column_groups;
  sum.most_iterations = std::max(sum.most_iterations, c.most_iterations);
  sum.unconverged += c.unconverged;
  sum.unconverged_energy += c.unconverged_energy;
  sum.rejected += c.rejected;
  sum.events += c.events;
  sum.crossings += c.crossings;
  sum.chatters += c.chatters;
  return sum;
}

}  // namespace takt
