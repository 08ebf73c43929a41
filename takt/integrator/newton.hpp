// When an implicit step stops iterating: after an exact number of passes, or when the increment is
// small.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/eom/evaluator.hpp"

namespace takt {

struct NewtonOptions {
  int passes = 0;    // > 0: exactly this number of passes (bounded)
  double until = 0;  // 2-norm of the last increment of q, SI; 0: 1e-2 h^2

  static constexpr int most_passes = 30;  // then the last increment is accepted and counted

  // ERRATA 001.8: increments of q scale with h^2, so their tolerance must do so, too.
  double tolerance(double h) const noexcept { return until > 0 ? until : 1e-2 * h * h; }
  bool again(int done, double increment, double h) const noexcept {
    if (passes > 0) return done < passes;
    return done < most_passes && !(increment <= tolerance(h));
  }
};

inline double norm(const Vector& x) noexcept {
  double sum = 0;
  for (Index i = 0; i < x.size(); ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

// Counts a step that has ended. `work`: work of the last residual along the last increment.
inline void count(const NewtonOptions& o, int passes, double increment, double h, double work,
                  Counters& counters) noexcept {
  counters.most_iterations = std::max<std::int64_t>(counters.most_iterations, passes);
  if (increment <= o.tolerance(h)) return;
  ++counters.unconverged;
  counters.unconverged_energy += std::abs(work);
}

// Throws Error if the tolerance is below the round-off of increments of q.
void require_reachable(const NewtonOptions&, double round_off);

}  // namespace takt
