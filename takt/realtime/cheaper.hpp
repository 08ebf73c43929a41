// The cheaper method of degraded periods. It is of the same family, so that what a state carries
// beside q and v (accelerations, multipliers) means the same in both.
#pragma once

#include "takt/simulate/method.hpp"

namespace takt::realtime {

// In this order, the first that fits: row J3 of the linear-implicit Euler method, one pass where
// there are more, an older Jacobian, a lower explicit order, no projection.
// Throws Error when there is none.
Method cheaper_than(const Method&, const Shape&);

// `cheaper` with the step of `method`. Throws Error when the two are not of one family.
Method require_same_family(const Method& method, Method cheaper);

}  // namespace takt::realtime
