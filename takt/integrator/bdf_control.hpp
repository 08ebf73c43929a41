// Chooses the next order and step of a BDF method by the rules of DASSL.
//                                  Brenan, Campbell, Petzold, section 5.2; ERRATA 002.5b
#pragma once

#include "takt/integrator/bdf_history.hpp"
#include "takt/integrator/weighted_norm.hpp"

namespace takt {

// Error estimates for constant steps, at the order of the step and one below.
struct BdfErrors {
  double taken = 0;            // of the actual step; accepted if at most 1
  double here = 0, lower = 0;  // at order k and k - 1
  bool lower_is_better = false;
};

BdfErrors estimate_errors(const BdfHistory&, const WeightedNorm&, const Vector& e, int k) noexcept;

struct BdfPlan {
  int k = 1;
  double h = 0;
  bool starting = true;  // order and step rise with every step until the first failure
};

// After an accepted step, before BdfHistory::accept().
BdfPlan after_success(const BdfPlan&, const BdfHistory&, const WeightedNorm&, const Vector& e,
                      const BdfErrors&, int max_order) noexcept;
// After the n-th error test failure in one step.
BdfPlan after_error_failure(const BdfPlan&, const BdfErrors&, int n) noexcept;

}  // namespace takt
