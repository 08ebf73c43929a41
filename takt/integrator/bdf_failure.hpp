// Why a step could not be made, for the message.
#pragma once

#include <string>
#include <vector>

#include "takt/integrator/bdf_control.hpp"
#include "takt/integrator/corrector.hpp"

namespace takt {

// What went wrong in the attempts at one step.
struct Trouble {
  int error_failures = 0, corrector_failures = 0, singular = 0;
  int k = 1;
  double h = 0;
  Index worst = -1;  // component
  // The constraint row that is open most at the predictor: if it does not shrink with h, its input
  // jumps.
  Index constraint = -1;
  double residual = 0;

  void meet_error_failure(const Corrector&, const WeightedNorm&, const BdfPlan&) noexcept;
  void meet_corrector_failure(const Corrector&, const WeightedNorm&, const BdfPlan&,
                              bool is_singular) noexcept;
  Index open_row = -1;  // left out as redundant, but no longer met
  double gap = 0;
  bool look_for_open_rows(const ResidualForm&,
                          const Corrector&) noexcept;  // true when there is one

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
  // Empty when no step failed. `rows`: names of the constraints, if they are known.
  std::string text(const ResidualForm&, const std::vector<std::string>* rows) const;

 private:
  Trouble trouble_;
  double t_ = 0;
  bool there_ = false;
};

}  // namespace takt
