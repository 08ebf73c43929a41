// Explicit Runge-Kutta methods with fixed steps; the coefficients are in tables/butcher.hpp.
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/tables/butcher.hpp"

namespace takt {

std::unique_ptr<Integrator> make_runge_kutta(Evaluator&, AccelerationForm&, const ButcherTable&);

}  // namespace takt
