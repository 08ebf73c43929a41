// Explicit and linear-implicit Euler: one implementation for all rows of
// tables/linear_implicit_rows.hpp.
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/tables/linear_implicit_rows.hpp"

namespace takt {

struct LinearImplicitOptions {
  bool lambda_gradient = false;  // the Jacobian contains d(G' lambda)/dq
  bool autonomous = true;        // without h f_t, as 000 prints it
};

std::unique_ptr<Integrator> make_linear_implicit_euler(Evaluator&, VelocityForm&,
                                                       const LinearImplicitRow&,
                                                       LinearImplicitOptions = {});

}  // namespace takt
