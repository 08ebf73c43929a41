// Gear, Gupta and Leimkuhler: positions and velocities on their constraints at once.   002 (7)
//
//   q' = v - W G' eta,   M v' = f - G' lambda,   0 = G v + gI,   0 = g
//
// Terms used: eta vanishes but for errors; W = I (002 (7)) or M^-1 (000 (9), ERRATA 002.13). The
// equations in full are in residual_structure.hpp.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

std::unique_ptr<Formulation> make_ggl(Evaluator&, Formalism, bool mass_metric);

}  // namespace takt
