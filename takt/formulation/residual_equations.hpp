// The residual form of all formulations that have one: ode, index1, index2, ggl.   002 (9), (10)
//
// Equations and unknowns are listed in residual_structure.hpp. The system is evaluated directly at
// the given excitation, without the slots of the Evaluator: nobody else uses the trial points of a
// corrector or of difference quotients. For trees, a and the balance M a - f are computed in O(N).
#pragma once

#include <memory>
#include <optional>

#include "takt/form/residual_form.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

class ResidualEquations : public ResidualForm {
 public:
  // At set-up, before an integrator uses it: chooses the redundant rows to leave out, which decides
  // structure().
  virtual void prepare(const State& start) = 0;
};

std::unique_ptr<ResidualEquations> make_residual_equations(Evaluator&, const ResidualOptions&);

// For formulations that also provide other forms: makes the residual form on first request, and
// prepares it as soon as both the form and the start are known.
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
