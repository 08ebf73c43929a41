// The index-2 formulation: the constraints are stated at velocity level, at the new position.
//                                                                          000 (6b), ERRATA 000.1
//   [ A           G'(q_n) ] [ v_{n+1} - v_n ]   [ r                                          ]
//   [ G(q_{n+1})  0       ] [ h lambda      ] = [ -G(q_{n+1}) v_n - gI - P g(q_{n+1})        ]
//
// Terms used: A, r of linear_implicit.hpp; P the coefficient of Baumgarte (alpha in 000). The
// matrix is not symmetric, and q_{n+1} must be known before v_{n+1}. The equations of the residual
// form are q' - v, v' - a, G v + gI + P g (residual_structure.hpp).
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

std::unique_ptr<Formulation> make_index2(Evaluator&, double baumgarte_position,
                                         Formalism = Formalism::explicit_);

}  // namespace takt
