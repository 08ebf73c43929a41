// The penalty method: constraints are springs of stiffness alpha.
//
//   M a = f - G' alpha g                                                              001 (5)
//
// Positions by the structural integrators, accelerations (stiff: steps resolve the springs, or are
// implicit) by all others. The conserving form is that of Garcia Orden and Goicolea: 001 (7) without
// multipliers. Rows that start at velocity level are dampers.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"

namespace takt {

std::unique_ptr<Formulation> make_penalty(Evaluator&, double alpha);
std::unique_ptr<Formulation> make_conserving_penalty(Evaluator&, double alpha);

}  // namespace takt
