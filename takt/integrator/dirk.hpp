// Singly diagonally implicit Runge-Kutta methods with s stages, for second-order equations.
//
//   z_i = h sum_{j <= i} a_ij f(t_j, y_0 + z_j),   a_ii = gamma                    003 (6), (16)
//   y_1 = y_0 + b' A^-1 z                                                          003 (7)
//
// The rows are in tables/dirk_rows.hpp; sdirk2 is the one of 003, Table 1. The Newton iteration uses
// the derivatives at the start of the step and is decoupled into one solve of the size of v per
// stage and pass: 003 (15), (23)-(25), ERRATA 003.4. Increments of q are taken at the start of the
// step; their rates are dexp^-1 v.
//
// Stiff auxiliary states have stages as well, solved for in the same passes. For systems with such
// states the derivatives are evaluated at the predicted first stage, not at the start of the step:
// forces of bristles and brakes have kinks where sliding begins or changes direction, and the
// iteration diverges if the matrix does not contain the stiff side of a kink.
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/newton.hpp"
#include "takt/integrator/tables/dirk_rows.hpp"

namespace takt {

std::unique_ptr<Integrator> make_dirk(Evaluator&, LinearisedForm&, const DirkRow&,
                                      double tangent_factor, const NewtonOptions&);

}  // namespace takt
