// The index-3 augmented Lagrangian formulation: positions are the unknowns, and multipliers are
// updated with the violations of the position constraints.
//                                                           001 (2), 003 section 2 (global, hybrid)
#pragma once

#include <memory>

#include "takt/formulation/penalised_position.hpp"

namespace takt {

std::unique_ptr<Formulation> make_ali3(Evaluator&, const PenalisedOptions&);

// Its energy-conserving form.                                                     001 (7)-(11)
std::unique_ptr<Formulation> make_conserving(Evaluator&, const PenalisedOptions&,
                                             const DiscreteOptions&);

}  // namespace takt
