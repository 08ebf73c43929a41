// The parameters of sequential regularisation (formulation/sequential_regularisation.hpp): a
// stabilisation that takes the place of the multipliers a formulation would solve for.
#pragma once

namespace takt {

struct Regularisation {
  int passes = 0;      // 0: no regularisation
  double epsilon = 0;  // 0: automatic
  double alpha = 0;    // coefficient of the position residual; 0: automatic, 1/h

  bool used() const noexcept { return passes > 0; }
};

}  // namespace takt
