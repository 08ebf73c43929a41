// The simplified Newton iteration of an implicit multi-step method.                002 (14), (18)
//
// y, y' start at the predictor; e is the change of y by the corrector. The constants are those of
// DASSL.
#pragma once

#include "takt/integrator/residual_system.hpp"
#include "takt/integrator/weighted_norm.hpp"
#include "takt/jacobian/corrector_matrix.hpp"

namespace takt {

class Corrector {
 public:
  enum class Outcome : std::uint8_t { converged, slow, singular };

  // `enough`: the error that the iteration may leave, in units of the tolerance.
  Corrector(const ResidualSystem&, const MatrixChoice&, double enough = 0.33);

  Vector y, dy, e;
  CorrectorMatrix& matrix() noexcept { return matrix_; }
  void excite(double t) noexcept { system_.form.excite(t, u_); }

  void residual() noexcept;  // F at y, y'
  CorrectorMatrix::Provided provide(const WeightedNorm&, double alpha, double h) noexcept;
  void start() noexcept;             // e = 0
  void pass(double alpha) noexcept;  // y <- y - c J^-1 F
  const Vector& increment() const noexcept { return delta_; }
  const Vector& F() const noexcept { return F_; }
  const Excitation& excitation() const noexcept { return u_; }

  // Iterates from the predictor until S |delta| <= enough. S is the ratio of the remaining error to
  // the last increment; it is kept from step to step.
  Outcome iterate(const WeightedNorm&, double alpha, double h, double& S) noexcept;
  int passes() const noexcept { return passes_; }
  // The largest |F| of the constraints, and its row; the same at the predictor.
  double constraint_residual(Index& row) const noexcept {
    return takt::constraint_residual(system_.form, F_, row);
  }
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
