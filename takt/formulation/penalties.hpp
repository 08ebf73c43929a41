// How stiff a penalty must be.
//
// With T0 = ca M + cv C + cq K of the step, one pass of an augmented Lagrangian leaves of a
// violation the part 1/(1 + alpha s), s = G T0^-1 G' (ERRATA 001.2: k alpha G P^-1 G'). So alpha
// must grow like 1/s, that is like 1/h^2, and each row has a scale of its own (ERRATA 001.8).
#pragma once

#include <memory>

#include "takt/eom/evaluator.hpp"
#include "takt/linear/tangent.hpp"

namespace takt {

// For sums of M, C and K (or K_full), in this order, and penalties on the rows; with the products of
// stiff states after them, where they are given.
std::unique_ptr<linear::Tangent> make_tangent(Evaluator&, Term stiffness = Term::K,
                                              const linear::SharedPattern& of_states = nullptr);

// What of the constraints counts in a step: g, and for rows that start at velocity level
// (G v + gI) dq/dv, so that both have the gradient G in q.
void constraint_violation(const Shape&, const Terms&, const Vector& v, double dv_dq,
                          Vector& phi) noexcept;

// Fills alpha, one per row: `given` for all, or 0: automatic. `T` holds T0. With multipliers, throws
// Error when the penalty given is too soft to converge, and says which would do.
void choose_penalties(double given, bool multipliers, linear::Tangent& T, const Terms&,
                      Vector& alpha);

}  // namespace takt
