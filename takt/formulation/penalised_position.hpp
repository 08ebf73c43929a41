// The position form with penalties and multipliers: the index-3 augmented Lagrangian.
//
//   r = M a - f + G' (alpha phi + lambda*),    lambda* <- lambda* + alpha (phi + G dq)
//   T = ca M + cv C + K + G' alpha G                    001 (2), ERRATA 001.1, 3; 003 section 2
//
// Terms used: phi = g, or as in penalties.hpp; phi + G dq is phi(q_{i+1}) linearised. With
// `evaluated`, lambda* <- lambda* + alpha phi(q_{i+1}) as the paper has it: phi is then evaluated
// once more, at the end of the step. K is -df/dq
// as in the papers, or K_full, the derivative of everything but the penalty. Without multipliers
// this is the penalty method, 001 (5); without constraints the unconstrained step. Redundant rows
// share the load, and singular configurations can be passed, because T is regular wherever ca M +
// cv C + K is.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"

namespace takt {

struct PenalisedOptions {
  double alpha = 0;         // 0: automatic
  bool multipliers = true;  // false: penalty only
  bool full = false;        // K_full in the tangent
  bool evaluated = false;   // multipliers learn from phi(q_{i+1}), not from its linearisation
};

class PenalisedPosition : public PositionForm {
 public:
  virtual const Vector& penalties() const noexcept = 0;  // k alpha, scaled for M (not for T)
  virtual std::span<double> memory() noexcept = 0;
};

std::unique_ptr<PenalisedPosition> make_penalised_position(Evaluator&, const PenalisedOptions&);

// The same with forces and constraint gradients between both ends of a step.      001 (7)-(11)
struct DiscreteOptions {
  bool row_by_row = true;    // gradients of constraints as in 001 (11); false: at the midpoint
  bool step_weight = false;  // project with the tangent of the last pass, without factorising again
  bool ends = false;         // forces without a potential: mean of both ends, not at the midpoint
};
std::unique_ptr<PenalisedPosition> make_discrete_position(Evaluator&, const PenalisedOptions&,
                                                          const DiscreteOptions&);

}  // namespace takt
