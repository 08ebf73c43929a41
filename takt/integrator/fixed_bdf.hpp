// Backward differentiation with steps of one length: backward Euler 002 (11), and BDF of order 1 or 2
// with a cost that is known before the step.
#pragma once

#include <memory>

#include "takt/integrator/corrector.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/integrator/newton.hpp"

namespace takt {

struct FixedBdfOptions {
  int order = 1;  // 1 or 2; the first step has order 1
  // passes > 0: exactly so many, bounded; else until the increment of q is small, with a matrix that
  // is refreshed when the corrector is slow.
  NewtonOptions newton;
  int refresh = 1;  // bounded: a new matrix every so many steps; in between cheap updates, if any
};

std::unique_ptr<Integrator> make_fixed_bdf(const ResidualSystem&, const MatrixChoice&,
                                           const FixedBdfOptions&);

}  // namespace takt
