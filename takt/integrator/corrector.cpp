#include "takt/integrator/corrector.hpp"

#include <limits>

namespace takt {
namespace {

constexpr int most_passes = 4;
constexpr double slowest_rate = 0.9;
constexpr double unknown_S = 100;  // after any change of alpha or J
constexpr double increment_round_off = 100 * std::numeric_limits<double>::epsilon();

}  // namespace

Corrector::Corrector(const ResidualSystem& system, const MatrixChoice& choice, double enough)
    : y(Vector::Zero(system.form.size())), dy(y), e(y), system_(system),
      matrix_(system.form, system.counters, choice), u_{Vector::Zero(system.nu),
                                                        Vector::Zero(system.nu),
                                                        Vector::Zero(system.nu)},
      F_(y), delta_(y), enough_(enough) {}

void Corrector::residual() noexcept {
  system_.form.residual(y, dy, u_, F_);
  ++system_.counters.residuals;
}

CorrectorMatrix::Provided Corrector::provide(const WeightedNorm& norm, double alpha,
                                             double h) noexcept {
  return matrix_.provide({y, dy, u_, F_, norm.weights(), alpha, h});
}

void Corrector::start() noexcept {
  e.setZero();
  passes_ = 0;
}

void Corrector::pass(double alpha) noexcept {
  copy(F_, delta_);
  matrix_.solve(alpha, delta_);
  y -= delta_;
  e -= delta_;
  dy -= alpha * delta_;
  ++passes_;
  ++system_.counters.iterations;
}

Corrector::Outcome Corrector::iterate(const WeightedNorm& norm, double alpha, double h,
                                      double& S) noexcept {
  const double size = norm(y);
  residual();
  worst_constraint_ = -1;
  predicted_constraint_ = constraint_residual(worst_constraint_);
  switch (provide(norm, alpha, h)) {
    case CorrectorMatrix::Provided::singular: return Outcome::singular;
    case CorrectorMatrix::Provided::made: S = unknown_S; break;
    case CorrectorMatrix::Provided::kept: break;
  }
  start();
  double first = 0;
  for (int m = 0;; ++m) {
    if (m > 0) residual();
    pass(alpha);
    const double moved = norm(delta_);
    if (moved <= increment_round_off * size) return Outcome::converged;
    if (m == 0) {
      first = moved;
    } else {
      const double rate = std::pow(moved / first, 1.0 / m);
      if (!(rate <= slowest_rate)) return Outcome::slow;
      S = rate / (1 - rate);
    }
    if (S * moved <= enough_) return Outcome::converged;
    if (m + 1 >= most_passes) return Outcome::slow;
  }
}

}  // namespace takt
