// Motion in independent coordinates: the constraints are solved for the dependent coordinates.
//
//   R' (M a - f) = 0,   v = R w + s,   a = R w' + c                003 section 2 (topological)
//
// In joint coordinates of a tree this is the double velocity transformation: first from bodies to
// joints by accumulated inertias and forces (M by composite bodies, f by Newton-Euler), then from
// joints to independent joints by R. Dependent positions are computed by a fixed number of Newton
// passes. The independent coordinates are chosen again at every step, but never change within a
// step.
//                                               Wehage, Haug 1982; Garcia de Jalon et al. 2003
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/independent.hpp"

namespace takt {

std::unique_ptr<Formulation> make_state_space(Evaluator&, int passes, Independent::Basis);

}  // namespace takt
