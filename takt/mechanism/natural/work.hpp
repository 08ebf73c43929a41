// The workspace of NaturalMechanism. Private to this folder.
#pragma once

#include "takt/mechanism/natural/natural_mechanism.hpp"

namespace takt::mechanism::natural {

struct NaturalMechanism::Work : Mechanism::Common {
  explicit Work(const Model& m) : Common(m) {}
  linear::Patterned K, K_lambda;
  linear::Patterned whole_K, whole_C;  // of all forces, if some are explicit only
  List<Motion> moved;
  Vector x, v, a, r;  // in the torn space
};

}  // namespace takt::mechanism::natural
