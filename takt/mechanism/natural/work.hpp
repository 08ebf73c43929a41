// The workspace of a natural mechanism.
#pragma once

#include "takt/mechanism/natural/natural_mechanism.hpp"

namespace takt::mechanism::natural {

struct NaturalMechanism::Work : Mechanism::Common {
  linear::Patterned K, K_lambda;
  std::vector<Motion> moved;
  Vector x, v, a, r;  // torn apart
};

}  // namespace takt::mechanism::natural
