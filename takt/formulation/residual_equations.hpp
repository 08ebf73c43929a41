// The residual form of all formulations that have one: ode, index1, index2, ggl.   002 (9), (10)
//
// Equations and unknowns are those of residual_structure.hpp. The system is evaluated at the
// excitation given, beside the slots of the Evaluator: trial points of a corrector, and columns of a
// difference quotient, are nobody else's business. On trees a and the balance come in O(N).
#pragma once

#include <memory>
#include <optional>

#include "takt/form/residual_form.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

class ResidualEquations : public ResidualForm {
 public:
  // At set-up, before an integrator looks at it: which rows to leave out, so what structure() is.
  virtual void prepare(const State& start) = 0;
};

std::unique_ptr<ResidualEquations> make_residual_equations(Evaluator&, const ResidualOptions&);

// For formulations that answer other questions too: made when asked for, ready when the start is
// known, whichever comes first.
class ResidualWhenAsked {
 public:
  ResidualForm* get(Evaluator&, const ResidualOptions&);
  void prepare(const State& start);

 private:
  std::unique_ptr<ResidualEquations> equations_;
  std::optional<State> start_;
};

Formalism formalism_of(const std::string& option);

}  // namespace takt
