// Dormand-Prince 5(4) with error control and dense output.           004 section 6, ERRATA 004.3, 7
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"

namespace takt {

struct Dopri5Options {
  double rtol = 1e-6, atol = 1e-7;
  double h0 = 1e-3;  // the first step
};

std::unique_ptr<Integrator> make_dopri5(Evaluator&, AccelerationForm&, const Dopri5Options&);

}  // namespace takt
