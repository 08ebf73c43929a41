// Unconstrained motion, M v' = f: for systems without constraint rows.                  000 (1)
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"

namespace takt {

std::unique_ptr<Formulation> make_ode(Evaluator&);

}  // namespace takt
