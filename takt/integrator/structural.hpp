// The structural integrators (trapezoidal rule, Newmark, HHT, generalised-alpha, midpoint): one
// Newton iteration for q_{n+1}; the coefficients are rows in tables/structural.hpp.
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/newton.hpp"
#include "takt/integrator/tables/structural.hpp"

namespace takt {

std::unique_ptr<Integrator> make_structural(Evaluator&, PositionForm&, const StructuralRow&,
                                            const NewtonOptions&);

}  // namespace takt
