// Chooses the penalties of augmented Lagrangian and penalty formulations.
//
// With T0 = ca M + cv C + cq K of the step, one pass of an augmented Lagrangian reduces a violation
// to the part 1/(1 + alpha s), s = G T0^-1 G' (ERRATA 001.2: k alpha G P^-1 G'). So alpha must grow
// like 1/s, that is like 1/h^2, and each row has its own scale (ERRATA 001.8).
#pragma once

#include <memory>

#include "takt/eom/evaluator.hpp"
#include "takt/linear/tangent.hpp"

namespace takt {

// A tangent for sums of M, C and K (or K_full), in this order, with penalties on the constraint
// rows. If `of_states` is given, it is the pattern of a further part, the product of the stiff
// states. `with_full`: K_full is the last part, beside K.
std::unique_ptr<linear::Tangent> make_tangent(Evaluator&, Term stiffness = Term::K,
                                              const linear::SharedPattern& of_states = nullptr,
                                              bool with_full = false);

// The violation phi of the constraints in a step: g, and (G v + gI) dq/dv for rows at velocity
// level. So the gradient of both kinds with respect to q is G.
void constraint_violation(const Shape&, const Terms&, const Vector& v, double dv_dq,
                          Vector& phi) noexcept;

// One pass with an automatic penalty reduces a violation by about this factor. It is large enough
// that the motion, not the constraints, decides the number of passes, and small enough that
// round-off does not disturb the motion.
inline constexpr double automatic_reduction = 1e6;
// A softer one, for methods that add penalty times violation to the multipliers in every pass: the
// round-off of the violation is multiplied too.
inline constexpr double moderate_reduction = 1e3;

// Sets alpha of each row: `given` for all rows, or automatic if `given` is 0. `T` contains T0. With
// multipliers, throws Error if the given penalty is too soft to converge, and suggests a better
// one.
void choose_penalties(double given, bool multipliers, linear::Tangent& T, const Terms&,
                      Vector& alpha);

}  // namespace takt
