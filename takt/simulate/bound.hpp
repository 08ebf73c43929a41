// The theoretical bound of the drift and its constants.                   000 section 3.4, (13)
#pragma once

#include <cstdint>

namespace takt {

struct Bound {  // see simulate/drift_bound.hpp
  double C0 = 0, C1 = 0, C2 = 0, limit = 0;
  bool holds = false;     // condition (13) holds; else `limit` has no meaning
  bool estimate = false;  // the constants come from some steps and directions only
  double h = 0;
  double room = 0;  // (1 - h C1)^2 - 4 h^3 C0 C2, positive if (13) holds
  std::int64_t samples = 0;
  double half_C0 = 0, half_C1 = 0, half_C2 = 0;  // in the first half of the run
};

}  // namespace takt
