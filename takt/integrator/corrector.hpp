// The simplified Newton iteration of an implicit multi-step method.                002 (14), (18)
//
// y, y' begin as the predictor; e is how far the corrector has moved y. The constants are DASSL's.
#pragma once

#include "takt/integrator/weighted_norm.hpp"
#include "takt/jacobian/corrector_matrix.hpp"

namespace takt {

// What an integrator of residual forms works with.
struct ResidualSystem {
  ResidualForm& form;
  Counters& counters;
  Index nu = 0;               // excitations
  Evaluator* eval = nullptr;  // whose start slot stabilisers look at
};

class Corrector {
 public:
  enum class Outcome : std::uint8_t { converged, slow, singular };

  Corrector(const ResidualSystem&, const MatrixChoice&);

  Vector y, dy, e;
  CorrectorMatrix& matrix() noexcept { return matrix_; }
  void excite(double t) noexcept { system_.form.excite(t, u_); }

  void residual() noexcept;  // F at y, y'
  CorrectorMatrix::Provided provide(const WeightedNorm&, double alpha, double h) noexcept;
  void start() noexcept;             // e = 0
  void pass(double alpha) noexcept;  // y moves by -c J^-1 F
  const Vector& increment() const noexcept { return delta_; }
  const Vector& F() const noexcept { return F_; }
  const Excitation& excitation() const noexcept { return u_; }

  // From the predictor until S |delta| <= 0.33; S, the factor from the last increment to the error
  // that is left, outlives a step.
  Outcome iterate(const WeightedNorm&, double alpha, double h, double& S) noexcept;
  int passes() const noexcept { return passes_; }
  // The largest residual at the predictor among the rows of components that do not count.
  double constraint_residual() const noexcept { return constraint_residual_; }
  Index worst_constraint() const noexcept { return worst_constraint_; }

 private:
  void look_at_constraints() noexcept;

  ResidualSystem system_;
  CorrectorMatrix matrix_;
  Excitation u_;
  Vector F_, delta_;
  int passes_ = 0;
  double constraint_residual_ = 0;
  Index worst_constraint_ = -1;
};

}  // namespace takt
