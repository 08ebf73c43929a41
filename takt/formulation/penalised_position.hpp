// Positions by penalties and multipliers: the index-3 augmented Lagrangian.
//
//   r = M a - f + G' (alpha phi + lambda*),    lambda* <- lambda* + alpha phi(q_{i+1})
//   T = ca M + cv C + K + G' alpha G                    001 (2), ERRATA 001.1, 3; 003 section 2
//
// Terms used: phi = g (penalties.hpp); K of the elements as in the papers, or K_full: the derivative
// of everything but the penalty. Without multipliers: the penalty method, 001 (5). Without rows: the
// unconstrained step. Redundant rows share the load, singular configurations pass: T is regular
// wherever ca M + cv C + K is.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"

namespace takt {

struct PenalisedOptions {
  double alpha = 0;         // 0: automatic
  bool multipliers = true;  // false: penalty alone
  bool full = false;        // K_full in the tangent
};

class PenalisedPosition : public PositionForm {
 public:
  virtual const Vector& penalties() const noexcept = 0;  // k alpha: beside M, not beside T
  virtual std::span<double> memory() noexcept = 0;
};

std::unique_ptr<PenalisedPosition> make_penalised_position(Evaluator&, const PenalisedOptions&);
// The same between both ends of a step.                                               001 (7)-(11)
std::unique_ptr<PenalisedPosition> make_discrete_position(Evaluator&, const PenalisedOptions&,
                                                          bool row_by_row);

}  // namespace takt
