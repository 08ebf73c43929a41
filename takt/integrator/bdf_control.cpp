#include "takt/integrator/bdf_control.hpp"

#include <algorithm>

namespace takt {
namespace {

double ratio(double error, int k) noexcept { return std::pow(2 * error + 1e-4, -1.0 / (k + 1)); }

double next_step(double h, double error, int k) noexcept {
  const double r = ratio(error, k);
  if (r >= 2) return 2 * h;
  return r > 1 ? h : h * std::max(0.5, std::min(0.9, r));
}

}  // namespace

BdfErrors estimate_errors(const BdfHistory& past, const WeightedNorm& norm, const Vector& e,
                          int k) noexcept {
  const double size = norm(e);
  BdfErrors errors;
  errors.taken = past.error_constant() * size;
  errors.here = past.sigma(k + 1) * size;
  if (k == 1) return errors;
  const double term = (k + 1) * errors.here;
  errors.lower = past.sigma(k) * norm.of([&](Index i) { return past.difference(k + 1, i) + e[i]; });
  const double lower_term = k * errors.lower;
  if (k == 2) {
    errors.lower_is_better = lower_term <= 0.5 * term;
    return errors;
  }
  const double lowest = past.sigma(k - 1) * norm.of([&](Index i) {
    return past.difference(k, i) + (past.difference(k + 1, i) + e[i]);
  });
  errors.lower_is_better = std::max(lower_term, (k - 1) * lowest) <= term;
  return errors;
}

BdfPlan after_success(const BdfPlan& plan, const BdfHistory& past, const WeightedNorm& norm,
                      const Vector& e, const BdfErrors& errors, int max_order) noexcept {
  BdfPlan next = plan;
  const int k = plan.k;
  if (errors.lower_is_better || k == max_order) next.starting = false;
  if (next.starting) {
    next.k = k + 1;
    next.h = 2 * plan.h;
    return next;
  }
  double error = errors.here;
  const bool raised = k - past.last_order() == 1;
  if (errors.lower_is_better) {
    next.k = k - 1;
    error = errors.lower;
  } else if (k < max_order && past.constant_steps(k) && !raised) {
    const double higher =
        norm.of([&](Index i) { return e[i] - past.difference(k + 2, i); }) / (k + 2);
    const double term = (k + 1) * errors.here, higher_term = (k + 2) * higher;
    if (k > 1 && k * errors.lower <= std::min(term, higher_term)) {
      next.k = k - 1;
      error = errors.lower;
    } else if (higher_term < (k == 1 ? 0.5 : 1.0) * term) {
      next.k = k + 1;
      error = higher;
    }
  }
  next.h = next_step(plan.h, error, next.k);
  return next;
}

BdfPlan after_error_failure(const BdfPlan& plan, const BdfErrors& errors, int n) noexcept {
  BdfPlan next = plan;
  next.starting = false;
  next.k = n > 2 ? 1 : errors.lower_is_better ? plan.k - 1 : plan.k;
  double r = 0.25;
  if (n == 1) {
    const double error = errors.lower_is_better ? errors.lower : errors.here;
    r = std::clamp(0.9 * ratio(error, next.k), 0.25, 0.9);
  }
  next.h = plan.h * r;
  return next;
}

}  // namespace takt
