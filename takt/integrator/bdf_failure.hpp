// Records why a BDF step failed, for the error message.
#pragma once

#include <string>
#include <vector>

#include "takt/integrator/bdf_control.hpp"
#include "takt/integrator/corrector.hpp"

namespace takt {

// The failures in all attempts at one step.
struct Trouble {
  int error_failures = 0, corrector_failures = 0, singular = 0;
  int k = 1;
  double h = 0;
  Index worst = -1;  // index of the worst component
  // The constraint row with the largest residual at the predictor. If the residual does not shrink
  // with h, the input of the constraint jumps.
  Index constraint = -1;
  double residual = 0;

  void meet_error_failure(const Corrector&, const WeightedNorm&, const BdfPlan&) noexcept;
  void meet_corrector_failure(const Corrector&, const WeightedNorm&, const BdfPlan&,
                              bool is_singular) noexcept;
  Index open_row = -1;  // redundant row that was left out but is violated now; -1: none
  double gap = 0;
  // Sets open_row and gap; true if there is such a row. `kept`: the largest residual of the rows
  // that are kept.
  bool look_for_open_rows(const ResidualForm&, double kept) noexcept;
  bool look_for_open_rows(const ResidualForm& form, const Corrector& c) noexcept {
    Index row = -1;
    return look_for_open_rows(form, c.constraint_residual(row));
  }

  bool jumps() const noexcept;
  Status status() const noexcept;

 private:
  void meet(const Corrector&, const BdfPlan&) noexcept;
};

class BdfFailure {
 public:
  void take(const Trouble& trouble, double t) noexcept {
    trouble_ = trouble;
    t_ = t;
    there_ = true;
  }
  // Empty if no step failed. `rows`: names of the constraints, or null.
  std::string text(const ResidualForm&, const std::vector<std::string>* rows) const;

 private:
  Trouble trouble_;
  double t_ = 0;
  bool there_ = false;
};

}  // namespace takt
