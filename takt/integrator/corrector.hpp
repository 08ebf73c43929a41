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

  // `enough`: what may be left of the iteration, in tolerances.
  Corrector(const ResidualSystem&, const MatrixChoice&, double enough = 0.33);

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

  // From the predictor until S |delta| <= enough; S, the factor from the last increment to the error
  // that is left, outlives a step.
  Outcome iterate(const WeightedNorm&, double alpha, double h, double& S) noexcept;
  int passes() const noexcept { return passes_; }
  // The largest of F among the rows of components that do not count, and which.
  double constraint_residual(Index& row) const noexcept;
  // The same at the predictor.
  double predicted_constraint() const noexcept { return predicted_constraint_; }
  Index worst_constraint() const noexcept { return worst_constraint_; }

 private:
  ResidualSystem system_;
  CorrectorMatrix matrix_;
  Excitation u_;
  Vector F_, delta_;
  double enough_;
  int passes_ = 0;
  double predicted_constraint_ = 0;
  Index worst_constraint_ = -1;
};

}  // namespace takt
