// The penalty formulation: constraints are replaced by springs of stiffness alpha.
//
//   M a = f - G' alpha g                                                              001 (5)
//
// Structural integrators use its position form, all others its accelerations (stiff: steps must
// resolve the springs or be implicit). The conserving form is that of Garcia Orden and Goicolea:
// 001 (7) without multipliers. Rows at velocity level are replaced by dampers.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"

namespace takt {

std::unique_ptr<Formulation> make_penalty(Evaluator&, double alpha);
std::unique_ptr<Formulation> make_conserving_penalty(Evaluator&, double alpha);

}  // namespace takt
