// The index-1 augmented Lagrangian formulation, for Runge-Kutta methods.
//
//   (M + G' alpha G) a = f - G' alpha gamma - G' lambda*
//   lambda* <- lambda* + alpha (G a + gamma)
//   T = M + G' alpha G + gh (C + factor G' alpha Gv_q) + gh^2 K         003 (1), (2), (21), (24)
//
// Terms used: Gv_q the rate of the constraint matrix, Phi_q dot. T is not symmetric.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"

namespace takt {

std::unique_ptr<Formulation> make_ali1(Evaluator&, double alpha);

}  // namespace takt
