// The Radau IIA method with two stages, for residuals F(y, y', u) = 0: third order, stiffly accurate
// and L-stable. The last stage is the end of the step, so that the constraints hold there.
//
//   1/3 | 5/12 -1/12        F(y_0 + z_i, k_i, u(t_i)) = 0,   k = A^-1 z / h
//    1  | 3/4   1/4         y_1 = y_0 + z_2                  Hairer, Wanner II, IV.5, VI.1
//       | 3/4   1/4
//
// 004 section 3.2 asks for such a method for its projected invariants (3.3), a DAE of index 2: q and v
// keep order 3 there, while diagonally implicit methods, whose stages have order 1, fall to order 2
// (Hairer, Wanner II, VII.4).
//
// Both stages are solved for together with derivatives at the predicted first one, a new matrix in
// every step. Nothing is kept from one step to the next.
#pragma once

#include <memory>

#include "takt/integrator/integrator.hpp"
#include "takt/integrator/newton.hpp"
#include "takt/integrator/residual_system.hpp"
#include "takt/jacobian/choice.hpp"

namespace takt {

std::unique_ptr<Integrator> make_radau(const ResidualSystem&, const MatrixChoice&,
                                       const NewtonOptions&);

}  // namespace takt
