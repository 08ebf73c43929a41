// Backward differentiation formulae of order 1 to 5 with DASSL's control of order and step.
//                                                                002 (12), section 2; ERRATA 002.5b
#pragma once

#include <memory>

#include "takt/integrator/corrector.hpp"
#include "takt/integrator/integrator.hpp"

namespace takt {

struct BdfOptions {
  double rtol = 1e-6, atol = 1e-7;
  double h0 = 1e-3;  // the first step
  int max_order = 5;
  double newton = 0;  // error the corrector may leave, in units of the tolerance; 0: automatic
};

// step() makes one accepted step, which may pass the end of the run.
std::unique_ptr<Integrator> make_bdf(const ResidualSystem&, const MatrixChoice&, const BdfOptions&);

}  // namespace takt
