// Consistent initial states: how far a state is from the constraints, and the nearest that is on
// them.
#pragma once

#include <memory>
#include <string>

#include "takt/eom/equations_of_motion.hpp"

namespace takt {

struct Residual {
  double position = 0, velocity = 0;  // maximum norms of g and G v + gI
  Index position_row = 0, velocity_row = 0;
};

Residual residual(const EquationsOfMotion&, const State&);

// Moves q and v to the constraints, by the least way in the norm of the mass matrix (000 (7), (8)).
// Throws Error when that fails: the constraints cannot be met near the state.
State assemble(const EquationsOfMotion&, const State&);

// a and lambda of a consistent state. Throws Error when the mass matrix is singular there.
void complete(const EquationsOfMotion&, State&);

// Throws Error that shows the residual and what assembling would change.
void require_consistent(const EquationsOfMotion&, const State&);

}  // namespace takt
