// Small motions about a state, on the constraints, as a linear system.
//
//   x' = A x + B u,   y = C x + D u;     of one step of a method: x(n+1) = A x(n) + B u(n)
//
// with x = (R_p' dq, R' dv, dz), where G_p R_p = 0 and G R = 0 have orthonormal columns. An input
// that moves a driven joint moves the dependent coordinates with it. Inputs are held constant, u' =
// 0, as in a simulation between two values.
//
// All matrices are central differences of the exact accelerations (index 1) at states that fulfil
// the constraints. So they are valid at every state, not only at an equilibrium, and for every
// element. Increments of rotations are taken with respect to the moving attitude.
//
// Terms used: G_p the rows at position level, G all rows.
#pragma once

#include <span>
#include <vector>

#include "takt/simulate/engine.hpp"

namespace takt::analyse {

struct Linearisation {
  Matrix A, B, C, D;
  Matrix R_p, R;
};

// `values`: the values of all external signals, then their rates (as Evaluator::inputs). `inputs`
// and `outputs`: the indices of the signals that form u and y.
struct LinearisationTask {
  std::span<const double> values;
  std::vector<Index> inputs, outputs;
};

// Throws Error if there is no consistent state nearby, or if accelerations are not finite.
Linearisation linearise(const EquationsOfMotion&, const State&, const LinearisationTask&);

// Linearises the next step of a one-step method from the present state; the engine is not changed.
// C and D are those of linearise(). Throws Error for a multi-step method, or if a step fails.
Linearisation linearise_step(Engine&, const LinearisationTask&);

}  // namespace takt::analyse
