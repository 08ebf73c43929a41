// Consistent initial states: the distance of a state from the constraints, and the nearest state on
// them.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "takt/eom/equations_of_motion.hpp"

namespace takt {

struct Residual {
  double position = 0, velocity = 0;  // maximum norms of g and G v + gI
  Index position_row = 0, velocity_row = 0;
};

// `inputs` here and below: values of the external signals, and then their rates. Empty: their
// standard values.
Residual residual(const EquationsOfMotion&, const State&, std::span<const double> inputs = {});

// Moves q and v to the constraints by the smallest change in the norm of the mass matrix (000 (7),
// (8)). Throws Error if the constraints cannot be fulfilled near the state.
State assemble(const EquationsOfMotion&, const State&);

// Computes a and lambda of a consistent state. Throws Error if the mass matrix is singular there.
void complete(const EquationsOfMotion&, State&, std::span<const double> inputs = {});

// Throws Error if the state is not consistent; the text shows the residual and what assemble()
// would change.
void require_consistent(const EquationsOfMotion&, const State&,
                        std::span<const double> inputs = {});

}  // namespace takt
