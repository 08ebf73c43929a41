// The formulation for systems without constraints: M v' = f.                             000 (1)
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

std::unique_ptr<Formulation> make_ode(Evaluator&, Formalism = Formalism::explicit_);

}  // namespace takt
