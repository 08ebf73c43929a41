// Finds the cheaper method for degraded periods. It belongs to the same family as the normal one,
// so that what a state holds besides q and v (accelerations, multipliers) has the same meaning in
// both.
#pragma once

#include "takt/method/method.hpp"

namespace takt::realtime {

// The first of these that is possible: row J3 of the linear-implicit Euler method, one pass if
// there are more, an older Jacobian, a lower explicit order, no projection. Throws Error if there
// is none.
Method cheaper_than(const Method&, const Shape&);

// `cheaper` with the step of `method`. Throws Error if the two do not belong to one family.
Method require_same_family(const Method& method, Method cheaper);

}  // namespace takt::realtime
