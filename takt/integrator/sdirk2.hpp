// Two-stage singly diagonally implicit Runge-Kutta methods for second-order equations.
//
//   gamma   | gamma                    z_i = h sum_j a_ij f(t_j, y_0 + z_j)        003 (6), Table 1
//   1-gamma | 1-2gamma  gamma          y_1 = y_0 + b' A^-1 z                        003 (7)
//           | 1/2       1/2
//
// Third order for gamma = (3 +- sqrt 3)/6, second for any other; A-stable for the upper sign. The
// Newton iteration uses the derivatives at the start of the step and is decoupled into one solve of
// the size of v per stage and pass: 003 (23)-(25), ERRATA 003.4. Increments of q are taken at the
// start of the step; their rates are dexp^-1 v.
//
// Stiff auxiliary states have stages as well, solved for in the same passes. For systems with such
// states the derivatives are evaluated at the predicted first stage, not at the start of the step:
// forces of bristles and brakes have kinks where sliding begins or changes direction, and the
// iteration diverges if the matrix does not contain the stiff side of a kink.
#pragma once

#include <memory>
#include <string>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/newton.hpp"

namespace takt {

// The value of gamma for the text `A`, `small` or a number; 0 for any other text.
double sdirk2_gamma(const std::string&);

std::unique_ptr<Integrator> make_sdirk2(Evaluator&, LinearisedForm&, double gamma,
                                        double tangent_factor, const NewtonOptions&);

}  // namespace takt
