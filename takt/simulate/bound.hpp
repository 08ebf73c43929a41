// What theory promises of the drift, and from what.                        000 section 3.4, (13)
#pragma once

#include <cstdint>

namespace takt {

struct Bound {  // of 000 section 3.4
  double C0 = 0, C1 = 0, C2 = 0, limit = 0;
  bool holds = false;     // condition (13); else `limit` says nothing
  bool estimate = false;  // the constants are from some of the steps and directions only
  double h = 0;
  double room = 0;  // (1 - h C1)^2 - 4 h^3 C0 C2, which (13) wants above zero
  std::int64_t samples = 0;
  double half_C0 = 0, half_C1 = 0, half_C2 = 0;  // of the first half of the run
};

}  // namespace takt
