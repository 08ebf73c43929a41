// The formulation of Gear, Gupta and Leimkuhler: the constraints are fulfilled at position and at
// velocity level.                                                                        002 (7)
//
//   q' = v - W G' eta,   M v' = f - G' lambda,   0 = G v + gI,   0 = g
//
// Terms used: eta, zero up to discretisation errors; W = I (002 (7)) or M^-1 (000 (9), ERRATA
// 002.13). residual_structure.hpp lists all equations.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

std::unique_ptr<Formulation> make_ggl(Evaluator&, Formalism, bool mass_metric);

}  // namespace takt
