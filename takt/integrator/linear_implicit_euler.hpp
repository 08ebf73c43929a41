// Explicit and linear-implicit Euler: one function, six rows (tables/linear_implicit_rows.hpp).
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/tables/linear_implicit_rows.hpp"

namespace takt {

std::unique_ptr<Integrator> make_linear_implicit_euler(Evaluator&, VelocityForm&,
                                                       const LinearImplicitRow&,
                                                       bool lambda_gradient);

}  // namespace takt
