// Motion in independent coordinates: constraints are solved for the dependent ones.
//
//   R' (M a - f) = 0,   v = R w + s,   a = R w' + c                003 section 2 (topological)
//
// In joint coordinates of a tree this is the double velocity transformation: bodies to joints by
// accumulated inertias and forces (M by composite bodies, f by Newton-Euler), joints to independent
// joints by R. Dependent positions by a fixed number of Newton passes; the choice of coordinates is
// made anew at every step, never within one.     Wehage, Haug 1982; Garcia de Jalon et al. 2003
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/independent.hpp"

namespace takt {

std::unique_ptr<Formulation> make_state_space(Evaluator&, int passes, Independent::Basis);

}  // namespace takt
