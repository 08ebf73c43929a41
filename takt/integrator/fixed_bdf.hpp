// BDF methods with constant steps: backward Euler 002 (11), and BDF of order 1 or 2 with a number
// of operations that is known before the step.
#pragma once

#include <memory>

#include "takt/integrator/corrector.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/integrator/newton.hpp"

namespace takt {

struct FixedBdfOptions {
  int order = 1;  // 1 or 2; the first step has order 1
  // passes > 0: exactly this number of passes (bounded). Otherwise until the increment of q is
  // small, with a matrix that is refreshed when the corrector is slow.
  NewtonOptions newton;
  // If bounded: a new matrix every `refresh` steps; between them cheap updates, if the method has
  // any.
  int refresh = 1;
};

std::unique_ptr<Integrator> make_fixed_bdf(const ResidualSystem&, const MatrixChoice&,
                                           const FixedBdfOptions&);

}  // namespace takt
