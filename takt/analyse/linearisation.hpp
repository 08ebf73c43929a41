// Small motions about a state, on the constraints, as a linear system.
//
//   x' = A x + B u,     y = C x + D u + D_rate u' + D_acceleration u''
//   (dq, dv, dz) = S x + S_u u + S_rate u'
//
// Let X = (R_p' dq, R' dv, dz) be the motions that the constraints allow, G_p R_p = 0 and G R = 0 with
// orthonormal columns. Where an input moves a driven joint, g(q, u) = 0, its derivatives accelerate the
// rest of the mechanism:
//
//   X' = A X + B_0 u + B_1 u' + B_2 u''
//
// The derivatives are removed from this equation, without approximation, by
//
//   X = x + E u + B_2 u',     E = A B_2 + B_1,     B = B_0 + A E
//
// For an input that drives no joint (a force, a torque) B_1 = B_2 = 0 and x = X, unless a law depends on
// u', as a damper towards a moving target does.
//
// x is continuous even where u or u' jumps. A jump of u is the limit of ever faster changes: dq, dv and
// dz jump by S_u times the jump, as an impulse at the driven joint moves the masses and dampers act
// meanwhile. The terms with u' and u'' are infinite at that instant only. In a simulation, a value that
// jumps moves the joint by a projection, without velocity, so dampers do not act meanwhile: the linear
// system of a step contains this.
//
// Of one step of a method, with inputs that change only between steps (zero-order hold):
//
//   x(n+1) = A x(n) + B u(n),     y(n) = C x(n),     (dq, dv, dz)(n) = S x(n)
//
// with x(n) = (X(n), u(n-1)): the state at the end of a step fulfils the constraints for the value that
// the input had in this step. y(n) is what the outputs show after the step, before the next value is set.
//
// All matrices are central differences of the exact accelerations (index 1) at states that fulfil
// the constraints. So they are valid at every state, not only at an equilibrium, and for every
// element. Increments of rotations are taken with respect to the moving attitude.
//
// Terms used: u the change of the inputs, y that of the outputs; G_p the rows at position level, G all
// rows.
#pragma once

#include <span>
#include <vector>

#include "takt/simulate/engine.hpp"

namespace takt::analyse {

struct Linearisation {
  Matrix A, B, C, D;
  Matrix D_rate, D_acceleration;
  Matrix S, S_u, S_rate;
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

// Linearises the next step of a one-step method from the present state; the engine is not changed. A
// sequence of steps is x(n+1) = A x(n) + B u(n) exactly for methods that carry only q, v and z from step to
// step (Runge-Kutta, linear-implicit Euler). Structural methods also carry accelerations and the rates of
// stiff states; for them this is one step from accelerations that fulfil the equations of motion. Throws
// Error for a multi-step method, or if a step fails.
Linearisation linearise_step(Engine&, const LinearisationTask&);

}  // namespace takt::analyse
