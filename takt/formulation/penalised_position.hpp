// The position form with penalties and multipliers: the index-3 augmented Lagrangian.
//
//   r = M a - f + G' (alpha phi + lambda*),    lambda* <- lambda* + alpha (phi + G dq)
//   T = ca M + cv C + K + G' alpha G                    001 (2), ERRATA 001.1, 3; 003 section 2
//
// Terms used: phi = g, or as in penalties.hpp; phi + G dq is phi(q_{i+1}) linearised. K is -df/dq
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
};

class PenalisedPosition : public PositionForm {
 public:
  virtual const Vector& penalties() const noexcept = 0;  // k alpha, scaled for M (not for T)
  virtual std::span<double> memory() noexcept = 0;
};

std::unique_ptr<PenalisedPosition> make_penalised_position(Evaluator&, const PenalisedOptions&);
// The same with forces and constraint gradients between both ends of a step.      001 (7)-(11)
std::unique_ptr<PenalisedPosition> make_discrete_position(Evaluator&, const PenalisedOptions&,
                                                          bool row_by_row);

}  // namespace takt
