// Which order and which step next: DASSL's rules.   Brenan, Campbell, Petzold, section 5.2; ERRATA 002.5b
#pragma once

#include "takt/integrator/bdf_history.hpp"
#include "takt/integrator/weighted_norm.hpp"

namespace takt {

// Errors as they would be with constant steps, at the order of the step and its neighbours.
struct BdfErrors {
  double taken = 0;            // of the step as it was made: accepted up to 1
  double here = 0, lower = 0;  // at order k and k - 1
  bool lower_is_better = false;
};

BdfErrors estimate_errors(const BdfHistory&, const WeightedNorm&, const Vector& e, int k) noexcept;

struct BdfPlan {
  int k = 1;
  double h = 0;
  bool starting = true;  // order and step rise with every step until the first failure
};

// After an accepted step of the plan, before the history takes it over.
BdfPlan after_success(const BdfPlan&, const BdfHistory&, const WeightedNorm&, const Vector& e,
                      const BdfErrors&, int max_order) noexcept;
// After the n-th error test failure in one step.
BdfPlan after_error_failure(const BdfPlan&, const BdfErrors&, int n) noexcept;

}  // namespace takt
